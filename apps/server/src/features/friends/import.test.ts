import { deleteIdentity } from "@toibako/contract/accounts.ts";
import {
  type FollowersOnXTab,
  getFriendImport,
  listFollowersOnX,
  startFriendImport,
} from "@toibako/contract/friends/import.ts";
import { listFriends, postFollow } from "@toibako/contract/friends.ts";
import { deleteBlock, postBlock } from "@toibako/contract/moderation.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { people } from "@toibako/sandbox/people.ts";
import { beforeEach, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openProviderSite } from "#platform/testing/providers.ts";
import { deleteOldFollowersWithoutAccount, resumeImports } from "./commands/start-import.ts";
import { readFollowers, readResetTime } from "./policy/followers.ts";

// Yui's account on X is Mina; Sora, Haru and "admin" follow Mina on X. Kenta has not linked X.
const site = await openProviderSite();
const { sandbox, services, signInWithProvider } = site;
const { executeSql } = services.database;
const [mina = "", sora = "", haru = ""] = people.map(({ subject }) => subject);
const yui = await site.registerPerson("yui", "en");
const kenta = await site.registerPerson("kenta", "en");
const link = (browser: Browser, subject: string) =>
  signInWithProvider(browser, "twitter", subject, { link: "1", locale: "en" });
await link(yui, mina);

beforeEach(async () => {
  delete sandbox.followersFailure.status;
  delete sandbox.followersFailure.garbage;
  delete sandbox.followersFailure.rate_limit;
  await executeSql("delete from friend_imports");
});

const start = (browser: Browser) => browser.send(startFriendImport, {});
const readState = async (browser: Browser) => (await browser.send(getFriendImport, {})).data;

async function runImport(browser: Browser) {
  expect((await start(browser)).status).toBe(202);
  await services.jobs.drain();
  return readState(browser);
}

async function listFollowers(browser: Browser, tab: FollowersOnXTab, page = "1") {
  return (await browser.send(listFollowersOnX, { query: { tab, page } })).data;
}
const listNames = async (browser: Browser, tab: FollowersOnXTab) =>
  (await listFollowers(browser, tab)).followers.map(({ nickname }) => nickname);

test("FRND-14 FRND-15 an import runs as a job with a visible state, and adds no friends", async () => {
  expect(await readState(yui)).toMatchObject({ status: "none", started_at: null });
  const started = await start(yui);
  expect(started.data).toMatchObject({
    status: "running",
    progress: 0,
    total: null,
    wait_minutes: null,
  });
  // Reading the state doesn't start an import.
  expect(await readState(yui)).toMatchObject({ status: "running", progress: 0 });
  await services.jobs.drain();
  expect(await readState(yui)).toMatchObject({
    status: "done",
    reason: null,
    progress: 3,
    total: 3,
    completed_count: 0,
  });
  expect((await yui.send(listFriends, {})).data.friends).toEqual([]);
});

test("FRND-01 FRND-05 FRND-16 followers are pending until they link X to an account on this site", async () => {
  await runImport(yui);
  const pending = await listFollowers(yui, "pending");
  expect(pending.followers).toEqual([
    {
      displaying_name: "空",
      nickname: "sora",
      self_introduction: "空の写真を撮ります。",
      profile_image_data: {
        protocol: "http",
        url: expect.stringMatching(/^http:\/\/localhost:3000\/me\/follower_pictures\//),
        urn: expect.stringMatching(/^\/me\/follower_pictures\/[\w-]{22}\.webp$/),
      },
    },
    expect.objectContaining({ nickname: "하루의 노트" }),
    expect.objectContaining({ nickname: "admin", self_introduction: "" }),
  ]);
  expect(pending.pager).toEqual({ current_page: 1, total_pages: 1, total_count: 3, limit: 10 });
  const aoi = await site.registerPerson("aoi", "en");
  await link(aoi, sora);
  expect(await listNames(yui, "pending")).toEqual(["하루의 노트", "admin"]);
  const completed = await listFollowers(yui, "completed");
  expect(completed.followers[0]?.associated_toibako_account).toMatchObject({
    toibako_id: "aoi",
    is_friend: false,
  });
  await yui.send(postFollow, { params: { account: "aoi" } });
  const [followed] = (await listFollowers(yui, "completed")).followers;
  expect(followed?.associated_toibako_account?.is_friend).toBe(true);
  expect((await readState(yui)).completed_count).toBe(1);
  await executeSql("update users set left_at = now() where account = 'aoi'");
  expect(await listNames(yui, "completed")).toEqual([]);
  await executeSql("update users set left_at = null where account = 'aoi'");
});

test("FRND-16 SET-26 followers whose accounts searches don't find are listed as pending", async () => {
  await runImport(yui);
  const aoi = await site.signInAgain("aoi", "en");
  const others = ["하루의 노트", "admin"];
  const expectCompleted = async (names: string[]) => {
    expect(await listNames(yui, "completed")).toEqual(names);
    const { followers, pager } = await listFollowers(yui, "pending");
    const pending = names.length > 0 ? others : ["sora", ...others];
    expect(followers.map(({ nickname }) => nickname)).toEqual(pending);
    expect(pager.total_count).toBe(pending.length);
    expect((await readState(yui)).completed_count).toBe(names.length);
  };
  await expectCompleted(["sora"]);
  await aoi.send(putUser, { body: { is_findable: false } });
  await expectCompleted([]);
  await aoi.send(putUser, { body: { is_findable: true } });
  for (const blocker of [aoi, yui]) {
    const body = { account: blocker === aoi ? "yui" : "aoi" };
    const { data } = await blocker.send(postBlock, { body });
    await expectCompleted([]);
    await blocker.send(deleteBlock, { params: { id: data.block.id } });
  }
  await expectCompleted(["sora"]);
});

test("FRND-03 FRND-04 a page has ten followers, an invalid page number returns the first page, an invalid tab is refused", async () => {
  await runImport(yui);
  await executeSql(`
    insert into imported_followers (user_pk, subject, nickname, name, introduction, position, run)
    select pk, '9' || number, 'n' || number, 'N', '', 10 + number, 1 from users, generate_series(1, 12) number
    where account = 'yui'`);
  expect((await listFollowers(yui, "pending")).followers.length).toBe(10);
  expect((await listFollowers(yui, "pending", "2")).followers.length).toBe(4);
  expect((await listFollowers(yui, "pending", "x")).pager.current_page).toBe(1);
  const wrong = await yui.sendRaw("GET", "/api/v2/me/followers?tab=else");
  expect(wrong.status).toBe(400);
  // The next import deletes people who no longer follow.
  await executeSql("update friend_imports set available_at = null");
  await runImport(yui);
  expect((await listFollowers(yui, "pending")).pager.total_count).toBe(2);
});

test("FRND-13 a second import within 5 minutes is refused, even if it is requested simultaneously", async () => {
  const replies = await Promise.all([start(yui), start(yui), start(yui)]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([202, 429, 429]);
  const { rows } = await executeSql(
    "select count(*)::int as count from pgboss.job where name = 'import_followers'",
  );
  expect(rows[0]).toEqual({ count: 1 });
  await services.jobs.drain();
  const refused = await start(yui);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(290);
  await executeSql("update friend_imports set available_at = now()");
  expect((await runImport(yui)).status).toBe("done");
});

test("FRND-19 an import needs a linked X", async () => {
  const refused = await start(kenta);
  expect(refused.status).toBe(422);
  expect(refused.error?.messages).toEqual(["Please link X in the settings first."]);
  expect(await readState(kenta)).toMatchObject({ status: "none" });
});

test.each([
  [500, "unreachable"],
  // Without a header that says when X accepts requests again, the import doesn't wait.
  [429, "unreachable"],
  [403, "refused"],
  [401, "link_needed"],
] as const)(
  "FRND-14 an import fails if X replies %i, with the reason %s, and may be repeated at once",
  async (status, reason) => {
    sandbox.followersFailure.status = status;
    expect(await runImport(yui)).toMatchObject({ status: "failed", reason, available_at: null });
    delete sandbox.followersFailure.status;
    expect(await runImport(yui)).toMatchObject({ status: "done", progress: 3 });
  },
);

test.each([
  ["a text", "nothing"],
  ["an object", { id: "1" }],
])(
  "FRND-14 an import fails if X sends %s instead of a list, and keeps the followers of the previous import",
  async (_title, garbage) => {
    await runImport(yui);
    const before = await listNames(yui, "pending");
    await executeSql("update friend_imports set available_at = null");
    sandbox.followersFailure.garbage = garbage;
    expect(await runImport(yui)).toMatchObject({ status: "failed", reason: "unreachable" });
    expect(await listNames(yui, "pending")).toEqual(before);
  },
);

test("FRND-14 followers without a valid id are skipped, and their texts are cleaned", () => {
  const data = [
    null,
    { id: 7, username: "number" },
    { id: "8; drop", username: "x" },
    { id: "9", username: "ok\u0000", name: "\u202eEvil\ud800\uffff", description: "a\nb" },
    { id: "9", username: "again" },
  ];
  expect(readFollowers({ data }, 5)).toEqual([
    {
      subject: "9",
      nickname: "again",
      name: "again",
      introduction: "",
      position: 6,
      picture_url: null,
    },
  ]);
  expect(readFollowers({ data: data.slice(0, 4) }, 5)).toEqual([
    {
      subject: "9",
      nickname: "ok",
      name: "Evil",
      introduction: "a b",
      position: 5,
      picture_url: null,
    },
  ]);
  expect(readFollowers({ meta: { result_count: 0 } }, 0)).toEqual([]);
  expect(readFollowers({ data: [] }, 0)).toEqual([]);
  // A page without any valid entry is not the end of the list; the import then fails and keeps the earlier followers.
  expect(readFollowers({ data: [{ id: "x" }, 7] }, 0)).toBeUndefined();
});

test("FRND-14 addresses of pictures contain no characters that the database refuses", () => {
  const data = ["http://x.example/a\u0000b.png", "http://x.example/\ud800.png"].map(
    (profile_image_url, id) => ({ id: String(id), username: "x", profile_image_url }),
  );
  expect(readFollowers({ data }, 0)?.map(({ picture_url }) => picture_url)).toEqual([
    "http://x.example/a%00b.png",
    "http://x.example/%EF%BF%BD.png",
  ]);
});

test("FRND-14 an import waits while X limits requests, and continues where it stopped", async () => {
  const reset = Math.floor(Date.now() / 1000) + 600;
  sandbox.followersFailure.rate_limit = { remaining: 1, reset };
  expect(await runImport(yui)).toMatchObject({
    status: "running",
    progress: 2,
    total: 3,
    wait_minutes: 10,
  });
  expect((await start(yui)).status).toBe(429);
  // The import goes on waiting: the job that resumes imports comes too early, and it may wait without progress.
  await executeSql("update friend_imports set updated_at = now() - interval '16 minutes'");
  await resumeImports(services.db);
  await services.jobs.drain();
  expect(await readState(yui)).toMatchObject({ status: "running", progress: 2 });

  // X accepts only one more request, so the import would have to wait again if it repeated the first page.
  sandbox.followersFailure.rate_limit = { remaining: 1, reset };
  await executeSql("update friend_imports set waiting_until = now()");
  await resumeImports(services.db);
  await services.jobs.drain();
  expect(await readState(yui)).toMatchObject({
    status: "done",
    progress: 3,
    total: 3,
    wait_minutes: null,
  });
  expect(await listNames(yui, "pending")).toEqual(["하루의 노트", "admin"]);
  expect(await listNames(yui, "completed")).toEqual(["sora"]);
});

test("FRND-14 an import doesn't wait for more than three days", async () => {
  sandbox.followersFailure.rate_limit = { remaining: 0, reset: Date.now() / 1000 + 600 };
  expect(await runImport(yui)).toMatchObject({ status: "running", progress: 0 });
  await executeSql(
    "update friend_imports set started_at = now() - interval '73 hours', waiting_until = now()",
  );
  await resumeImports(services.db);
  await services.jobs.drain();
  expect(await readState(yui)).toMatchObject({ status: "failed", reason: "unreachable" });
});

test("FRND-14 an import waits at least five seconds for X, and ignores a time that is malformed or more than a day ahead", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  const seconds = now.getTime() / 1000;
  const read = (value: string) => {
    const time = readResetTime(new Headers({ "x-rate-limit-reset": value }), now);
    return time && (time.getTime() - now.getTime()) / 1000;
  };
  expect(read(String(seconds + 900))).toBe(900);
  expect(read(String(seconds - 900))).toBe(5);
  expect(read(String(seconds + 100_000))).toBeUndefined();
  for (const value of ["soon", "", "Infinity"]) expect(read(value)).toBeUndefined();
  expect(readResetTime(new Headers(), now)).toBeUndefined();
});

test("FRND-14 expired tokens are renewed; after consent was withdrawn, X must be linked again", async () => {
  await sandbox.expireTokens();
  expect((await runImport(yui)).status).toBe("done");
  await executeSql("update friend_imports set available_at = null");
  await executeSql("update identity_tokens set expires_at = now(), refresh_token = null");
  expect(await runImport(yui)).toMatchObject({ status: "failed", reason: "link_needed" });
  // Linking X again renews the tokens and clears the reason; so does signing in with X.
  await link(yui, mina);
  expect(await readState(yui)).toMatchObject({ status: "failed", reason: null });
  expect((await runImport(yui)).status).toBe("done");
  await executeSql("update friend_imports set status = 'failed', failure = 'link_needed'");
  await signInWithProvider(site.openBrowser(), "twitter", mina);
  expect(await readState(yui)).toMatchObject({ status: "failed", reason: null });
});

test("FRND-14 an import whose job was lost counts as failed and can be repeated", async () => {
  await start(yui);
  await executeSql("update friend_imports set updated_at = now() - interval '16 minutes'");
  expect(await readState(yui)).toMatchObject({ status: "failed", reason: "unreachable" });
  expect((await runImport(yui)).status).toBe("done");
});

test("FRND-16 followers without an account on this site are deleted after 90 days", async () => {
  await runImport(yui);
  await executeSql("update friend_imports set updated_at = now() - interval '89 days'");
  await deleteOldFollowersWithoutAccount(services.db);
  expect((await listNames(yui, "pending")).length).toBe(2);
  await executeSql("update friend_imports set updated_at = now() - interval '91 days'");
  await deleteOldFollowersWithoutAccount(services.db);
  expect(await listNames(yui, "pending")).toEqual([]);
  expect(await listNames(yui, "completed")).toEqual(["sora"]);
});

test("FRND-16 old followers are deleted of however many accounts, and only theirs", async () => {
  await executeSql(`
    with added_users as (
      insert into users (id, account, displaying_name, locale)
      select 'importer' || n, 'importer' || n, 'x', 'en' from generate_series(1, 250) n returning pk
    ), added_imports as (
      insert into friend_imports (user_pk, status, updated_at)
      select pk, 'done', now() - case when pk % 5 = 0 then 89 else 91 end * interval '1 day' from added_users
    )
    insert into imported_followers (user_pk, subject, nickname, name, introduction, position, run)
    select pk, 'nobody' || n, 'x', 'x', '', n, 1 from added_users, generate_series(1, 7) n`);
  await deleteOldFollowersWithoutAccount(services.db);
  const { rows } = await executeSql(`
    select count(*)::int as count, bool_and(user_pk % 5 = 0) as is_newer from imported_followers
    where subject like 'nobody%'`);
  expect(rows).toEqual([{ count: 50 * 7, is_newer: true }]);
  await executeSql("delete from users where account like 'importer%'");
});

test("FRND-16 old imports are found by an index", async () => {
  const plan = await services.db.transaction(async (db) => {
    // PostgreSQL reads a table with few rows as a whole, even if it has an index.
    await db.query("set local enable_seqscan = off");
    return db.query("explain select user_pk from friend_imports where updated_at < now()");
  });
  expect(JSON.stringify(plan)).toContain("friend_imports_age");
});

test("FRND-16 unlinking X deletes the import, even while it runs", async () => {
  await runImport(yui);
  await executeSql("update friend_imports set available_at = null");
  await start(yui);
  await yui.send(deleteIdentity, { params: { provider: "twitter" } });
  await services.jobs.drain();
  expect(await readState(yui)).toMatchObject({ status: "none", progress: 0, started_at: null });
  expect(await listNames(yui, "completed")).toEqual([]);
  // In the next test, Yui's account on X is Haru.
  await link(yui, haru);
});

test("FRND-16 SET-24 an import stops when its account is left, before it starts or between two pages", async () => {
  const [{ pk: user_pk } = { pk: 0 }] = (
    await executeSql("select pk from users where account = 'yui'")
  ).rows as { pk: number }[];
  const setLeft = (value: string) =>
    executeSql(`update users set left_at = ${value} where pk = ${user_pk}`);
  await runImport(yui);
  const before = await listNames(yui, "pending");
  await executeSql("update friend_imports set available_at = null");
  await start(yui);
  await setLeft("now()");
  await services.jobs.drain();
  await setLeft("null");
  expect(await readState(yui)).toMatchObject({ status: "running", progress: 0, total: null });

  // This time the trigger leaves the account while the first page is stored.
  await executeSql("update friend_imports set status = 'failed', available_at = null");
  await executeSql(`
    create function leave() returns trigger language plpgsql as $$
    begin
      update users set left_at = now() where pk = new.user_pk;
      return new;
    end $$`);
  await executeSql(
    "create trigger leave before update of progress on friend_imports for each row when (new.progress > 0) execute function leave()",
  );
  await start(yui);
  await services.jobs.drain();
  await executeSql("drop trigger leave on friend_imports");
  await setLeft("null");
  expect(await readState(yui)).toMatchObject({ status: "running", progress: 2, total: 3 });
  expect(await listNames(yui, "pending")).toEqual(before);
});

test("FRND-13 FRND-14 unlinking X keeps the wait for the next import, and a job of a former import never matches a later one", async () => {
  await start(yui);
  const read = "select run, available_at from friend_imports";
  const [former] = (await executeSql(read)).rows as { run: number; available_at: Date }[];
  await yui.send(deleteIdentity, { params: { provider: "twitter" } });
  await link(yui, mina);
  expect((await readState(yui)).available_at).toBe(former?.available_at.toISOString());
  expect((await start(yui)).status).toBe(429);
  await executeSql("update friend_imports set available_at = now()");
  await start(yui);
  const [latest] = (await executeSql(read)).rows as { run: number }[];
  expect(latest?.run).not.toBe(former?.run);
  await services.jobs.drain();
  expect(await readState(yui)).toMatchObject({ status: "done", progress: 3 });
  await executeSql("delete from friend_imports");
  await start(yui);
  const [afterDeletion] = (await executeSql(read)).rows as { run: number }[];
  expect([former?.run, latest?.run]).not.toContain(afterDeletion?.run);
});
