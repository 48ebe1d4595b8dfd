import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { listHeldQuestions, postNgWord } from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { postReport, type ReportMode } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { getQuestion } from "@toibako/contract/questions.ts";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { transaction } from "#platform/database/transaction.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { sendWhileLocked, waitForLocks } from "#platform/testing/locks.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const mei = await site.registerPerson("mei");

function report(reporter: Browser, item_id: string, mode: ReportMode) {
  return reporter.send(postReport, { body: { mode, item_id } });
}

async function readInbox(owner: Browser) {
  const { data } = await owner.send(listReceivedItems, { query: { limit: "20" } });
  return data.items.map(({ uuid_hash }) => uuid_hash);
}

async function countUnread(owner: Browser) {
  return (await owner.send(getUnreadCounts, {})).data.received_items;
}

test("BOX-10 BOX-12 BOX-13 reporting a question removes it from the inbox, its count and the notices", async () => {
  const bad = await site.askQuestion(kenta, "yui", "いやな質問");
  const other = await site.askQuestion(kenta, "yui", "ふつうの質問");
  await site.services.jobs.drain();
  const before = await countUnread(yui);
  const { status, data } = await report(yui, bad, "unit");
  expect([status, data]).toEqual([201, { item_uuids: [bad], held_item_uuids: [] }]);
  expect(await readInbox(yui)).toEqual([other]);
  expect(await countUnread(yui)).toBe(before - 1);
  const { notices } = (await yui.send(listNotices, {})).data;
  // The notices of a day's questions are listed as one, which now leads to the question that remains.
  expect(notices.map(({ urn }) => urn)).toEqual([`/ja/q/${other}`]);
  expect((await yui.send(getQuestion, { params: { id: bad } })).status).toBe(404);
  const repeated = await report(yui, bad, "unit");
  expect([repeated.status, repeated.data]).toEqual([status, data]);
  expect(await countUnread(yui)).toBe(before - 1);
});

test("BOX-13 BOX-14 reporting several questions removes all unread questions of that sender and no others", async () => {
  const haru = await site.registerPerson("haru");
  const visitor = site.openBrowser();
  const bad = [
    await site.askQuestion(visitor, "haru", "一"),
    await site.askQuestion(visitor, "haru", "二"),
    await site.askQuestion(visitor, "haru", "三"),
  ];
  const kept = [
    await site.askQuestion(kenta, "haru", "四"),
    await site.askQuestion(site.openBrowser(), "haru", "五"),
  ];
  const elsewhere = await site.askQuestion(visitor, "mei", "六");
  const { data } = await report(haru, bad[1] ?? "", "multiple");
  expect([...data.item_uuids].sort()).toEqual([...bad].sort());
  expect((await readInbox(haru)).sort()).toEqual([...kept].sort());
  expect(await countUnread(haru)).toBe(2);
  expect(await readInbox(mei)).toContain(elsewhere);
  // Without a block, the next question arrives.
  const next = await site.askQuestion(visitor, "haru", "七");
  expect(await readInbox(haru)).toContain(next);
});

test("BOX-11 BOX-14 BOX-16 reporting several questions with a block also blocks the visitor", async () => {
  const sora = await site.registerPerson("sora");
  const visitor = site.openBrowser();
  const bad = [
    await site.askQuestion(visitor, "sora", "一"),
    await site.askQuestion(visitor, "sora", "二"),
  ];
  const kept = await site.askQuestion(kenta, "sora", "三");
  const { data } = await report(sora, bad[0] ?? "", "multipleWithBlock");
  expect([...data.item_uuids].sort()).toEqual([...bad].sort());
  await site.askQuestion(visitor, "sora", "まだ届く？");
  expect(await readInbox(sora)).toEqual([kept]);
  expect(await countUnread(sora)).toBe(1);
});

test("BOX-10 BOX-14 BOX-19 a report covers held questions too: one alone, or all of its sender", async () => {
  const owner = await site.registerPerson("akari");
  await owner.send(postNgWord, { body: { word: "ひみつの町" } });
  const visitor = site.openBrowser();
  const alone = await site.askQuestion(visitor, "akari", "ひみつの町の名物は？");
  const held = await site.askQuestion(visitor, "akari", "ひみつの町はどう？");
  const unread = await site.askQuestion(visitor, "akari", "元気？");
  const kept = [
    await site.askQuestion(kenta, "akari", "朝ごはんは？"),
    await site.askQuestion(kenta, "akari", "ひみつの町に行った？"),
  ];
  const readHeld = async () =>
    (await owner.send(listHeldQuestions, { query: {} })).data.questions.map((q) => q.uuid_hash);
  const countParts = async () => (await owner.send(listReceivedItems, {})).data.counts;

  const one = await report(owner, alone, "unit");
  expect([one.status, one.data]).toEqual([201, { item_uuids: [], held_item_uuids: [alone] }]);
  expect(await countParts()).toMatchObject({ unread: 2, held: 2 });
  // A report that is repeated after a lost reply is accepted, and changes nothing.
  expect((await report(owner, alone, "unit")).data.item_uuids).toEqual([alone]);

  const several = await report(owner, held, "multipleWithBlock");
  expect(several.data).toEqual({ item_uuids: [unread], held_item_uuids: [held] });
  expect([await readInbox(owner), await readHeld()]).toEqual([[kept[0]], [kept[1]]]);
  expect(await countParts()).toMatchObject({ unread: 1, held: 1 });
  await site.askQuestion(visitor, "akari", "まだ届く？");
  expect(await countParts()).toMatchObject({ unread: 1, held: 1 });
});

test("BOX-10 PRIV-12 refuses to report another account's question or an unknown one", async () => {
  const id = await site.askQuestion(kenta, "yui", "ユイへ");
  for (const mode of ["unit", "multiple", "multipleWithBlock"] as const) {
    const foreign = await report(mei, id, mode);
    const missing = await report(mei, "AAAAAAAAAAAAAAAAAAAAAA", mode);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  }
  expect(await readInbox(yui)).toContain(id);
  expect((await report(site.openBrowser(), id, "unit")).status).toBe(401);
  expect((await report(yui, id, "all" as ReportMode)).status).toBe(400);
});

test("ASK-19 BOX-14 reporting a question to oneself removes only that question, and can't block", async () => {
  const ren = await site.registerPerson("ren");
  const ids = [
    await site.askQuestion(ren, "ren", "自分へ"),
    await site.askQuestion(ren, "ren", "もう一つ"),
  ];
  expect((await report(ren, ids[0] ?? "", "multipleWithBlock")).status).toBe(422);
  expect((await report(ren, ids[0] ?? "", "multiple")).data.item_uuids).toEqual([ids[0]]);
  expect(await readInbox(ren)).toEqual([ids[1]]);
});

test("BOX-14 reporting several questions has a rate limit", async () => {
  const siteWithLimits = await openSite({ limit_factor: 1 });
  const owner = await siteWithLimits.registerPerson("tsubasa");
  const statuses: number[] = [];
  for (let index = 0; index < 31; index++) {
    statuses.push((await report(owner, "AAAAAAAAAAAAAAAAAAAAAA", "multipleWithBlock")).status);
  }
  expect(statuses).toEqual([...Array(30).fill(404), 429]);
});

test("BOX-13 API-11 a refused report states in its text and its header when the next report is accepted", async () => {
  // Without Redis, because the clock of Redis can't be faked.
  const siteWithLimits = await openSite({ limit_factor: 1, redis_url: undefined });
  const owner = await siteWithLimits.registerPerson("itsuki", "en");
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  // Counters start again at midnight (UTC).
  const noon = new Date().setUTCHours(12, 0, 0, 0);
  vi.setSystemTime(noon);
  const nothing = "AAAAAAAAAAAAAAAAAAAAAA";
  // The limit is 30 reports an hour.
  for (let index = 0; index < 30; index++) await report(owner, nothing, "unit");
  vi.setSystemTime(noon + 45 * 60_000);
  const refused = await report(owner, nothing, "unit");
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "900"]);
  expect(refused.error?.messages).toEqual([expect.stringContaining("about 15 min")]);
  vi.setSystemTime(noon + 60 * 60_000 - 1);
  expect((await report(owner, nothing, "unit")).status).toBe(429);
  vi.setSystemTime(noon + 60 * 60_000);
  expect((await report(owner, nothing, "unit")).status).toBe(404);
});

test("BOX-10 four simultaneous reports of one question lower the count once", async () => {
  const aoi = await site.registerPerson("aoi");
  const id = await site.askQuestion(kenta, "aoi", "一度");
  await site.askQuestion(kenta, "aoi", "もう一つ");
  const replies = await Promise.all([1, 2, 3, 4].map(() => report(aoi, id, "unit")));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await countUnread(aoi)).toBe(1);
});

// The embedded database has one connection, so no statement waits for the lock of another one.
const postgresTest = test.skipIf(inject("template").engine !== "postgres");

postgresTest(
  "BOX-10 a report and another write that has locked its question don't deadlock",
  async () => {
    const rin = await site.registerPerson("rin");
    const id = await site.askQuestion(kenta, "rin", "一");
    const finish = await transaction(site.services.db, async (db) => {
      await db.query("select from questions where uuid_hash = $1 for update", [id]);
      const reported = report(rin, id, "multiple");
      await waitForLocks(db, 1);
      // Statements that change a question change the counts of its receiver afterwards.
      await db.query(
        "update users set unread_questions_count = unread_questions_count where account = 'rin'",
      );
      return () => reported;
    });
    expect((await finish()).status).toBe(201);
    expect(await countUnread(rin)).toBe(0);
  },
);

postgresTest(
  "BOX-14 BOX-16 a report of all questions waits for one that is being stored, and removes it too",
  async () => {
    const sato = await site.registerPerson("sato");
    const known = await site.askQuestion(kenta, "sato", "一");
    const lock = (db: Db) => db.query("select from users where account = 'sato' for update");
    await sendWhileLocked<unknown>(site.services.db, lock, [
      () => site.askQuestion(kenta, "sato", "二"),
      () => report(sato, known, "multipleWithBlock"),
    ]);
    expect(await readInbox(sato)).toEqual([]);
    expect(await countUnread(sato)).toBe(0);
  },
);
