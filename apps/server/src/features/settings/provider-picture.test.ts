import { importPicture, listIdentities, type Provider } from "@toibako/contract/accounts.ts";
import { formatAvatarUrl } from "@toibako/contract/avatars.ts";
import { people } from "@toibako/sandbox/people.ts";
import { beforeEach, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openProviderSite } from "#platform/testing/providers.ts";

const site = await openProviderSite();
const { sandbox, services } = site;
const { executeSql } = services.database;
// The ids of people at the providers of the sandbox.
const [mina = "", sora = ""] = people.map(({ subject }) => subject);
const yui = await site.registerPerson("yui", "en");
const kenta = await site.registerPerson("kenta", "en");
const linkProvider = (browser: Browser, provider: Provider, subject: string) =>
  site.signInWithProvider(browser, provider, subject, { link: "1", locale: "en" });
await linkProvider(yui, "twitter", mina);
await linkProvider(kenta, "google", sora);

const copyPicture = (browser: Browser, provider: Provider) =>
  browser.send(importPicture, { params: { provider } });

beforeEach(async () => {
  delete sandbox.pictureFailure.reply;
  await executeSql(`update users set icon_url = '${formatAvatarUrl("cat")}'`);
});

test.each([
  ["X", yui, "twitter"],
  ["Google", kenta, "google"],
] as const)(
  "START-02 SET-19 the picture at %s becomes the profile picture",
  async (_name, browser, provider) => {
    const { identities } = (await browser.send(listIdentities, {})).data;
    expect(identities).toMatchObject([{ provider, has_picture: true }]);
    const { status, data } = await copyPicture(browser, provider);
    expect(status).toBe(200);
    expect(data.user.icon_url).toMatch(/^\/pictures\/[\w-]{22}\.webp$/);
    expect(data.user.avatar).toBeNull();
    const picture = await browser.sendRaw("GET", data.user.icon_url);
    expect(picture.headers["content-type"]).toBe("image/webp");
  },
);

test("START-02 a provider that isn't linked has no picture to copy, and visitors have none", async () => {
  expect((await copyPicture(yui, "google")).status).toBe(404);
  expect((await copyPicture(site.openBrowser(), "twitter")).status).toBe(401);
});

const failures = [
  ["no picture", { status: 404 }, "There was no picture to use there."],
  ["an SVG", { status: 200, body: Buffer.from("<svg/>") }, "There was no picture to use there."],
  [
    "a picture that is too large",
    { status: 200, headers: { "content-length": "9999999" } },
    "There was no picture to use there.",
  ],
  [
    "a redirect",
    { status: 302, headers: { location: "http://127.0.0.1:1/" } },
    "There was no picture to use there.",
  ],
  ["an error", { status: 500 }, "The picture couldn't be fetched. Please try again in a moment."],
] as const;
test.each(failures)(
  "START-02 SET-19 if the provider sends %s, the reply states the reason and the picture stays",
  async (_what, reply, message) => {
    sandbox.pictureFailure.reply = reply;
    const refused = await copyPicture(yui, "twitter");
    expect(refused.status).toBe(422);
    expect(refused.error?.messages).toEqual([message]);
    const { rows } = await executeSql("select icon_url from users where account = 'yui'");
    expect(rows).toEqual([{ icon_url: formatAvatarUrl("cat") }]);
  },
);

test("START-02 without a valid token for X the stored address is fetched, but not from another host", async () => {
  await executeSql("update identity_tokens set expires_at = now(), refresh_token = null");
  expect((await copyPicture(yui, "twitter")).status).toBe(200);
  await executeSql(
    "update identities set picture_url = 'http://127.0.0.1:1/a.png' where provider = 'twitter'",
  );
  expect((await copyPicture(yui, "twitter")).status).toBe(422);
});
