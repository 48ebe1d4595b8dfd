import { deleteIdentity } from "@toibako/contract/accounts.ts";
import { listFollowersOnX, startFriendImport } from "@toibako/contract/friends/import.ts";
import { people } from "@toibako/sandbox/people.ts";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openProviderSite } from "#platform/testing/providers.ts";
import { createProviderClients } from "../accounts/providers/client.ts";
import { isPictureAddress } from "../accounts/providers/pictures.ts";
import {
  copyFollowerPictures,
  deleteUnusedFollowerPictures,
} from "./commands/follower-pictures.ts";
import { formatPictureFolder } from "./queries/pictures.ts";

// Yui's account on X is Mina; Sora, Haru and "admin" follow Mina on X.
const site = await openProviderSite();
const { sandbox, services, signInWithProvider } = site;
const { storage } = services;
const { executeSql } = services.database;
const [mina = "", sora = "", haru = ""] = people.map(({ subject }) => subject);
const yui = await site.registerPerson("yui", "en");
const kenta = await site.registerPerson("kenta", "en");
const link = (browser: Browser) =>
  signInWithProvider(browser, "twitter", mina, { link: "1", locale: "en" });
await link(yui);
const { rows } = await executeSql("select pk from users where account = 'yui'");
const folder = formatPictureFolder(Number((rows[0] as { pk: number }).pk));

beforeEach(async () => {
  delete sandbox.pictureFailure.reply;
  delete sandbox.pictureFailure.subject;
  await executeSql("delete from friend_imports");
  await executeSql("delete from imported_followers");
  await storage.removeAll(folder);
});

async function runImport() {
  await executeSql("update friend_imports set available_at = null");
  expect((await yui.send(startFriendImport, {})).status).toBe(202);
  await services.jobs.drain();
}
async function listPictures() {
  const { followers } = (await yui.send(listFollowersOnX, { query: { tab: "pending" } })).data;
  return followers.map(({ profile_image_data }) => profile_image_data?.urn ?? null);
}
const openPicture = (browser: Browser, path: string) => browser.sendRaw("GET", path);

test("FRND-14 pictures of followers are copied as small WebP files that only the importing account can open", async () => {
  await runImport();
  const [picture = ""] = await listPictures();
  const reply = await openPicture(yui, picture ?? "");
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": expect.stringMatching(/^private/),
  });
  const [name = ""] = await storage.list(folder);
  const file = (await storage.read(`${folder}/${name}`)) ?? Buffer.alloc(0);
  expect(await sharp(file).metadata()).toMatchObject({ format: "webp", width: 96, height: 96 });
  expect((await openPicture(kenta, picture ?? "")).status).toBe(404);
  expect((await openPicture(site.openBrowser(), picture ?? "")).status).toBe(401);
  expect((await openPicture(yui, "/me/follower_pictures/..%2F..%2Fx.webp")).status).toBe(404);
});

test("FRND-14 a repeated import keeps copies, and deletes those of people who no longer follow", async () => {
  await runImport();
  const before = await listPictures();
  // From now on, a fetch would fail and remove the picture.
  sandbox.pictureFailure.reply = { status: 404 };
  await runImport();
  expect(await listPictures()).toEqual(before);
  await storage.write(`${folder}/${"x".repeat(22)}.webp`, Buffer.from("former"));
  await runImport();
  expect(await storage.list(folder)).toHaveLength(3);
});

const gif = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");
const replies: [name: string, reply: NonNullable<typeof sandbox.pictureFailure.reply>][] = [
  ["an SVG", { status: 200, body: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") }],
  ["a page", { status: 200, body: Buffer.from("<!doctype html>") }],
  ["a broken picture", { status: 200, body: gif }],
  ["a body that is too large", { status: 200, body: Buffer.alloc(600 * 1024) }],
  ["a length that is too large", { status: 200, headers: { "content-length": "99999999" } }],
  ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:1/" } }],
  ["the status 404", { status: 404 }],
];
test.each(replies)(
  "FRND-14 a follower is stored without a picture if X sends %s for it",
  async (_title, reply) => {
    sandbox.pictureFailure.reply = reply;
    await runImport();
    expect(await listPictures()).toEqual([null, null, null]);
    expect(await storage.list(folder)).toEqual([]);
    const uncopied = await executeSql(
      "select 1 from imported_followers where picture_url is not null",
    );
    expect(uncopied.rows).toEqual([]);
  },
);

test("FRND-14 pictures that can't be copied while X is down are copied by the next import", async () => {
  sandbox.pictureFailure.reply = { status: 503 };
  await runImport();
  expect(await listPictures()).toEqual([null, null, null]);
  delete sandbox.pictureFailure.reply;
  await runImport();
  expect((await listPictures()).filter((urn) => urn === null)).toEqual([]);
});

/**
 * Gives an import 20 followers whose pictures aren't copied yet: the first `failingCount` have Sora's picture,
 * which X doesn't serve, the others have Haru's.
 */
async function insertUncopiedFollowers(failingCount: number) {
  await runImport();
  await executeSql(`
    with uncopied as (
      select friend_imports.user_pk, friend_imports.run, position,
        case when position <= ${failingCount} then '${sora}' else '${haru}' end as person
      from friend_imports, generate_series(1, 20) position
    ), deleted as (
      delete from imported_followers
    )
    insert into imported_followers
      (user_pk, subject, nickname, name, introduction, position, run, picture_url, picture_id)
    select user_pk, '9' || position, 'n', 'N', '', position, run,
      '${sandbox.getIssuer("twitter")}/pictures/' || person || '_bigger.png', lpad(position::text, 22, 'p')
    from uncopied`);
  sandbox.pictureFailure.subject = sora;
  sandbox.pictureFailure.reply = { status: 503 };
}

/** Copies the pictures of the import, and counts the copied and the remaining ones. */
async function copyPictures() {
  const [started] = (await executeSql("select user_pk::int, run from friend_imports")).rows;
  const clients = createProviderClients(services.config);
  await copyFollowerPictures(services, clients, started as { user_pk: number; run: number });
  const { rows } = await executeSql(`
    select count(*) filter (where has_picture)::int as copied,
      count(*) filter (where picture_url is not null)::int as uncopied
    from imported_followers`);
  return rows[0];
}

async function copyWithFailures(failingCount: number) {
  await insertUncopiedFollowers(failingCount);
  return copyPictures();
}

test("FRND-14 a few pictures that X never serves don't keep the others from being copied", async () => {
  expect(await copyWithFailures(9)).toEqual({ copied: 11, uncopied: 0 });
});

test("FRND-14 copying stops after ten pictures in a row that X doesn't serve, and leaves the rest to the next import", async () => {
  const { copied, uncopied } = (await copyWithFailures(19)) as Record<string, number>;
  expect(copied).toBe(0);
  // Up to three other pictures are being fetched when the tenth one fails.
  expect(uncopied).toBeGreaterThanOrEqual(7);
});

test("FRND-14 SET-24 no picture is copied after the account has left", async () => {
  await insertUncopiedFollowers(0);
  const filesBefore = await storage.list(folder);
  await executeSql("update users set left_at = now() where account = 'yui'");
  expect(await copyPictures()).toEqual({ copied: 0, uncopied: 20 });
  expect(await storage.list(folder)).toEqual(filesBefore);
  await executeSql("update users set left_at = null where account = 'yui'");
});

test("FRND-14 SET-24 copying stops when the account leaves meanwhile", async () => {
  await insertUncopiedFollowers(0);
  // The account leaves when the first picture has been copied.
  await executeSql(`
    create function leave_yui() returns trigger language plpgsql as
    $$ begin update users set left_at = now() where account = 'yui'; return null; end $$`);
  await executeSql(`
    create trigger leave_yui after update on imported_followers
    for each row execute function leave_yui()`);
  const { copied, uncopied } = (await copyPictures()) as Record<string, number>;
  await executeSql("drop function leave_yui cascade");
  await executeSql("update users set left_at = null where account = 'yui'");
  // Up to three other pictures are being copied when the account leaves.
  expect(copied).toBeLessThanOrEqual(4);
  expect(uncopied).toBeGreaterThanOrEqual(16);
});

test("FRND-14 pictures are fetched only from the hosts of X", () => {
  const x = { hosts: /^pbs\.twimg\.com$/, origin: undefined };
  const allowed = "https://pbs.twimg.com/profile_images/1/a_bigger.jpg";
  expect(isPictureAddress(allowed, x)).toBe(true);
  for (const address of [
    "http://pbs.twimg.com/a.jpg",
    "https://pbs.twimg.com:8443/a.jpg",
    "https://user@pbs.twimg.com/a.jpg",
    "https://pbs.twimg.com.example/a.jpg",
    "https://127.0.0.1/a.jpg",
    "https://[::1]/a.jpg",
    "file:///etc/passwd",
    "no address",
  ]) {
    expect(isPictureAddress(address, x), address).toBe(false);
  }
  const sandboxSource = { ...x, origin: "http://127.0.0.1:4000" };
  expect(isPictureAddress("http://127.0.0.1:4000/a.png", sandboxSource)).toBe(true);
  expect(isPictureAddress("http://127.0.0.1:4001/a.png", sandboxSource)).toBe(false);
  expect(isPictureAddress(allowed, sandboxSource)).toBe(false);
});

test("FRND-16 deleting followers or unlinking X deletes the picture files", async () => {
  await runImport();
  await executeSql(`delete from imported_followers where subject = '${sora}'`);
  const { rows } = await executeSql("select pk from users where account = 'yui'");
  await deleteUnusedFollowerPictures(services, Number((rows[0] as { pk: number }).pk));
  expect(await storage.list(folder)).toHaveLength(2);
  await yui.send(deleteIdentity, { params: { provider: "twitter" } });
  await services.jobs.drain();
  expect(await storage.list(folder)).toEqual([]);
  await link(yui);
});
