import {
  deleteIdentity,
  getCurrentUser,
  listIdentities,
  login,
  logout,
  type Provider,
} from "@toibako/contract/accounts.ts";
import { getIdentityConfirmation } from "@toibako/contract/factors.ts";
import { listBrowserAccounts } from "@toibako/contract/sessions.ts";
import { people } from "@toibako/sandbox/people.ts";
import { visitProvider } from "@toibako/sandbox/person.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openProviderSite, sendForm } from "#platform/testing/providers.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";

const site = await openProviderSite();
const { start, followRedirect, signInWithProvider } = site;
// The ids of four people at the sandbox's providers.
const [mina = "", sora = "", haru = "", admin = ""] = people.map(({ subject }) => subject);

const link = (browser: Browser, provider: Provider, subject: string) =>
  signInWithProvider(browser, provider, subject, {
    link: "1",
    locale: "en",
    next: "/en/stg?tab=sns",
  });

const unlink = (browser: Browser, provider: Provider) =>
  browser.send(deleteIdentity, { params: { provider } });

async function findProviders(browser: Browser) {
  const { data } = await browser.send(getCurrentUser, {});
  return "user" in data ? data.user.provider : undefined;
}

test("SET-03 SHARE-05 linking adds a provider to the signed-in account and lists it", async () => {
  const yui = await site.registerPerson("yui", "en");
  const reply = await link(yui, "twitter", mina);
  expect(reply.location).toBe("/en/stg?tab=sns&notice=social_linked");
  await link(yui, "instagram", mina);
  expect(await findProviders(yui)).toEqual(["instagram", "twitter"]);
  const { data } = await yui.send(listIdentities, {});
  expect(data).toEqual({
    identities: [
      { provider: "instagram", nickname: "mina_draws", has_picture: true, may_unlink: true },
      { provider: "twitter", nickname: "mina_draws", has_picture: true, may_unlink: true },
    ],
    pager: { current_page: 1, limit: 20, total_count: 2, total_pages: 1 },
  });
  // The account can sign in with the linked provider now.
  const elsewhere = site.openBrowser();
  await signInWithProvider(elsewhere, "twitter", mina);
  expect(await findProviders(elsewhere)).toEqual(["instagram", "twitter"]);
});

test("AUTH-11 the server refuses to link an identity of another account or a second identity of one provider", async () => {
  const kenta = await site.registerPerson("kenta", "en");
  const taken = await link(kenta, "twitter", mina);
  expect(taken.location).toBe("/en/stg?tab=sns&notice=social_taken");
  expect(await findProviders(kenta)).toEqual([]);
  await link(kenta, "twitter", sora);
  const second = await link(kenta, "twitter", haru);
  expect(second.location).toBe("/en/stg?tab=sns&notice=social_occupied");
  const { data } = await kenta.send(listIdentities, {});
  expect(data.identities.map(({ nickname }) => nickname)).toEqual(["sora"]);
  // Linking the same identity again succeeds.
  expect((await link(kenta, "twitter", sora)).location).toContain("notice=social_linked");
});

test("SET-03 linking needs a session, and links only to the account that started it", async () => {
  const visitor = site.openBrowser();
  expect((await start(visitor, "google", { link: "1" })).status).toBe(401);
  const rin = await site.registerPerson("rin", "en");
  const { location = "" } = await start(rin, "google", { link: "1", locale: "en" });
  const address = await visitProvider(location, haru);
  await rin.send(logout, {});
  const signedOut = await followRedirect(rin, address);
  expect(signedOut.location).toBe("/en/stg?tab=sns&notice=social_expired");

  const again = await site.signInAgain("rin", "en");
  const started = await start(again, "google", { link: "1", locale: "en" });
  const callbackAddress = await visitProvider(started.location ?? "", haru);
  const other = await site.registerPerson("other", "en");
  again.cookies.set("__Host-session", other.cookies.get("__Host-session") ?? "");
  expect((await followRedirect(again, callbackAddress)).location).toContain(
    "notice=social_expired",
  );
  expect(await findProviders(other)).toEqual([]);
});

const confirm = (browser: Browser, provider: Provider, subject: string | undefined) =>
  signInWithProvider(browser, provider, subject, {
    confirm: "1",
    locale: "en",
    next: "/en/stg/destroy",
  });

const isConfirmed = async (browser: Browser) =>
  (await browser.send(getIdentityConfirmation, {})).data.is_confirmed;

test("AUTH-25 SET-25 signing in to the provider with the linked account confirms the identity; another account of the provider doesn't", async () => {
  // A signed-in account can neither link nor add Weibo, but an account that signed up with Weibo can confirm with it.
  const browser = site.openBrowser("en");
  await signInWithProvider(browser, "weibo", mina, { locale: "en" });
  const providers = await findProviders(browser);
  browser.cookies.delete("__Host-confirmed");
  const refusals = {
    social_other: await confirm(browser, "weibo", admin),
    social_cancelled: await confirm(browser, "weibo", undefined),
  };
  for (const [message, { location }] of Object.entries(refusals)) {
    expect(location).toBe(`/en/stg/destroy?notice=${message}`);
    expect(await isConfirmed(browser)).toBe(false);
  }
  const reply = await confirm(browser, "weibo", mina);
  expect(reply.location).toBe("/en/stg/destroy?notice=social_confirmed");
  expect(await isConfirmed(browser)).toBe(true);
  expect(await findProviders(browser)).toEqual(providers);
  const { accounts } = (await browser.send(listBrowserAccounts, {})).data;
  expect(accounts).toHaveLength(1);
});

test("AUTH-14 AUTH-25 a provider confirms the identity on a browser that already has five accounts", async () => {
  const browser = site.openBrowser("en");
  await signInWithProvider(browser, "kakao", haru, { locale: "en" });
  for (const account of ["five_a", "five_b", "five_c", "five_d"]) {
    await site.registerPerson(account, "en");
    const body = { account, password };
    await browser.send(login, { query: { mal: "1" }, body });
  }
  const [first] = (await browser.send(listBrowserAccounts, {})).data.accounts;
  await sendForm(browser, `/me/accounts/switches/${first?.user_id}`, {
    _method: "patch",
    authenticity_token: browser.token,
  });
  browser.cookies.delete("__Host-confirmed");
  expect((await confirm(browser, "kakao", haru)).location).toContain("social_confirmed");
  expect(await isConfirmed(browser)).toBe(true);
  expect((await start(site.openBrowser(), "kakao", { confirm: "1" })).status).toBe(401);
  expect((await start(browser, "instagram", { confirm: "1" })).status).toBe(404);
});

test("SET-03 the only way to sign in can't be unlinked, and Instagram doesn't count as one", async () => {
  const browser = site.openBrowser("en");
  await signInWithProvider(browser, "google", admin, { locale: "en" });
  await link(browser, "instagram", admin);
  const { data } = await browser.send(listIdentities, {});
  expect(data.identities).toEqual([
    { provider: "google", nickname: "admin", has_picture: true, may_unlink: false },
    { provider: "instagram", nickname: "admin", has_picture: true, may_unlink: true },
  ]);
  const refused = await unlink(browser, "google");
  expect([refused.status, refused.error?.code]).toEqual([422, "refused"]);
  expect(refused.error?.messages).toEqual(["This is your only way to log in, so it stays."]);
  await link(browser, "kakao", admin);
  expect((await unlink(browser, "google")).status).toBe(204);
  expect((await unlink(browser, "google")).status).toBe(404);
  expect((await unlink(browser, "instagram")).status).toBe(204);
  expect((await unlink(browser, "kakao")).status).toBe(422);
});

test("SET-03 when the only two providers of an account are unlinked simultaneously, one stays linked", async () => {
  const browser = site.openBrowser();
  await signInWithProvider(browser, "weibo", haru);
  await link(browser, "facebook", haru);
  const replies = await Promise.all([unlink(browser, "weibo"), unlink(browser, "facebook")]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 422]);
});

test("SET-03 an account with a password may unlink every provider, and signing in with the provider then creates a new account", async () => {
  const aki = await site.registerPerson("aki");
  await link(aki, "facebook", sora);
  expect((await unlink(aki, "facebook")).status).toBe(204);
  expect(await findProviders(aki)).toEqual([]);
  const stranger = site.openBrowser();
  await signInWithProvider(stranger, "facebook", sora);
  const { data } = await stranger.send(getCurrentUser, {});
  expect("user" in data && data.user.account).not.toBe("aki");
});

test("AUTH-07 AUTH-12 Weibo signs visitors in, but is neither linked nor added", async () => {
  const mei = await site.registerPerson("mei_weibo", "en");
  expect((await start(mei, "weibo", { link: "1" })).status).toBe(404);
  const add = { authenticity_token: mei.token };
  expect((await sendForm(mei, "/auth/weibo?mal=1", add)).status).toBe(404);

  // A visitor starts to add Weibo, and signs in with a password before they come back from Weibo.
  const visitor = site.openBrowser("en");
  const { location = "" } = await sendForm(visitor, "/auth/weibo?mal=1", {
    authenticity_token: visitor.token,
    locale: "en",
  });
  const address = await visitProvider(location, admin);
  await visitor.send(login, { body: { account: "mei_weibo", password } });
  expect((await site.followRedirect(visitor, address)).location).toContain("social_expired");
  const { accounts } = (await visitor.send(listBrowserAccounts, {})).data;
  expect(accounts).toHaveLength(1);
});

test("SET-03 a provider that is no longer configured can be unlinked if another way to sign in remains", async () => {
  const { facebook: _, ...others } = site.services.config.provider_keys;
  const later = await openSite({ provider_keys: others });
  const { db } = later.services;
  const list = async (who: Browser) => (await who.send(listIdentities, {})).data.identities;
  for (const [account, hasPassword] of [
    ["with_pass", true],
    ["without", false],
  ] as const) {
    const person = await later.registerPerson(account);
    await sql`
      insert into identities (user_pk, provider, subject, nickname, name)
      select pk, 'facebook', account, 'Mina', 'Mina' from users where account = ${account}`.execute(
      db,
    );
    if (!hasPassword)
      await sql`update users set password_hash = null where account = ${account}`.execute(db);
    expect(await list(person)).toMatchObject([{ provider: "facebook", may_unlink: hasPassword }]);
    const params = { provider: "facebook" } as const;
    const { status } = await person.send(deleteIdentity, { params });
    expect([status, (await list(person)).length]).toEqual(hasPassword ? [204, 0] : [422, 1]);
  }
});
