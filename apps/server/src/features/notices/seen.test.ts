import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import {
  deleteNotice,
  getNoticeBadge,
  listNotices,
  markSeen,
  markSeenByGet,
} from "@toibako/contract/notices.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { expect, test, vi } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const ownPage = { "sec-fetch-site": "same-origin" };

async function listNewQuestions(owner: Browser) {
  await site.services.jobs.drain();
  const { items } = (await owner.send(listReceivedItems, { query: { limit: "20" } })).data;
  return items.filter(({ is_new }) => is_new).map(({ uuid_hash }) => uuid_hash);
}

async function listNewAnswers(sender: Browser) {
  await site.services.jobs.drain();
  const { answers } = (await sender.send(listSendQuestions, {})).data;
  return answers
    .filter(({ is_unread }) => is_unread)
    .map((answer) => answer.related_question_id_hash);
}

async function listNewNotices(owner: Browser) {
  await site.services.jobs.drain();
  const { notices } = (await owner.send(listNotices, {})).data;
  return notices.filter(({ is_new }) => is_new).map(({ id }) => id);
}

async function askAndAnswer(sender: Browser, body: string) {
  const question_id = await site.askQuestion(sender, "yui", body);
  await yui.send(postAnswer, { params: { question_id }, body: { text: "はい" } });
  return question_id;
}

const readCounts = async (person: Browser) => (await person.send(getUnreadCounts, {})).data;

test("BOX-02 a received question stays new until it is marked as seen, even if the inbox is requested", async () => {
  const owner = await site.registerPerson("aoi");
  const first = await site.askQuestion(site.openBrowser(), "aoi", "一つめ");
  const second = await site.askQuestion(site.openBrowser(), "aoi", "二つめ");
  expect((await listNewQuestions(owner)).sort()).toEqual([first, second].sort());
  expect(await listNewQuestions(owner)).toHaveLength(2);
  expect((await owner.send(markSeen, { body: { questions: [first] } })).status).toBe(204);
  expect(await listNewQuestions(owner)).toEqual([second]);
  expect((await readCounts(owner)).received_items).toBe(2);
});

test("PROF-16 an answer stays unread and counted until it is marked as seen, for accounts and visitors", async () => {
  for (const sender of [await site.registerPerson("ren"), site.openBrowser()]) {
    const first = await askAndAnswer(sender, "一つめ");
    const second = await askAndAnswer(sender, "二つめ");
    expect((await listNewAnswers(sender)).sort()).toEqual([first, second].sort());
    await sender.send(markSeen, { body: { answers: [second] } });
    expect(await listNewAnswers(sender)).toEqual([first]);
    expect((await readCounts(sender)).send_items).toBe(1);
  }
});

test("PROF-16 NOTE-08 an answer that was seen stays seen, and its deleted notice away, if the job failed after storing the notice", async () => {
  const sender = await site.registerPerson("umi");
  const { bus, jobs } = site.services;
  const question_id = await askAndAnswer(sender, "もう見た");
  const { publish } = bus;
  const lostConnection = vi.spyOn(bus, "publish").mockImplementation((kind, event) => {
    if (JSON.stringify(event).includes("new_answer")) throw new Error("connection lost");
    publish(kind, event);
  });
  await expect(jobs.drain()).rejects.toThrow("connection lost");
  lostConnection.mockRestore();
  await sender.send(markSeen, { body: { answers: [question_id] } });
  for (const { id } of (await sender.send(listNotices, {})).data.notices) {
    expect((await sender.send(deleteNotice, { params: { id } })).status).toBe(204);
  }
  expect(await listNewAnswers(sender)).toEqual([]);
  expect((await sender.send(listNotices, {})).data.notices).toEqual([]);
});

test("NOTE-01 NOTE-06 a notice stays new until it is marked as seen; the badge disappears with the last new notice", async () => {
  const owner = await site.registerPerson("mio");
  // Two notices of different kinds, because a day's questions are listed as one.
  await site.askQuestion(site.openBrowser(), "mio", "一つめ");
  await yui.send(postFollow, { params: { account: "mio" } });
  const [first = "", second = ""] = await listNewNotices(owner);
  await owner.send(markSeen, { body: { notices: [first] } });
  expect(await listNewNotices(owner)).toEqual([second]);
  expect((await readCounts(owner)).notices).toBe(1);
  expect((await owner.send(getNoticeBadge, {})).data).toEqual({ is_exist: true });
  await owner.send(markSeen, { body: { notices: [first, second] } });
  expect(await listNewNotices(owner)).toEqual([]);
  expect((await owner.send(getNoticeBadge, {})).data).toEqual({ is_exist: false });
  await site.askQuestion(site.openBrowser(), "mio", "二つめ");
  expect(await listNewNotices(owner)).toHaveLength(1);
});

test("PRIV-12 marking somebody else's items as seen, or unknown ones, changes nothing", async () => {
  const sender = await site.registerPerson("nao");
  const owner = await site.registerPerson("rio");
  const received = await site.askQuestion(sender, "rio", "だれの？");
  const answered = await askAndAnswer(sender, "答えは？");
  const [notice = ""] = await listNewNotices(owner);
  const body = { questions: [received, "x"], answers: [answered, ""], notices: [notice, "x"] };
  for (const stranger of [await site.registerPerson("sou"), site.openBrowser()]) {
    expect((await stranger.send(markSeen, { body })).status).toBe(204);
  }
  expect(await listNewQuestions(owner)).toEqual([received]);
  expect(await listNewNotices(owner)).toEqual([notice]);
  expect(await listNewAnswers(sender)).toEqual([answered]);
});

test("BOX-02 marking an item that is already seen writes nothing", async () => {
  const owner = await site.registerPerson("kai");
  const id = await site.askQuestion(site.openBrowser(), "kai", "一度");
  await site.services.jobs.drain();
  const publish = vi.spyOn(site.services.bus, "publish");
  const mark = () => owner.send(markSeen, { body: { questions: [id] } });
  // `xmin` is the id of the transaction that wrote a row; it changes with each write.
  const readWriters = async () =>
    (await site.services.database.executeSql("select xmin::text from questions order by 1")).rows;
  await mark();
  const writers = await readWriters();
  const published = publish.mock.calls.length;
  expect(published).toBeGreaterThan(0);
  await Promise.all([mark(), mark()]);
  expect(publish).toHaveBeenCalledTimes(published);
  expect(await readWriters()).toEqual(writers);
});

test("PROF-16 a page without scripts marks its items as seen with an image, which other sites can't load", async () => {
  const visitor = site.openBrowser();
  const id = await askAndAnswer(visitor, "スクリプトなし");
  await site.services.jobs.drain();
  const load = (headers: Record<string, string>) =>
    visitor.send(markSeenByGet, { query: { answers: `${id},x` } }, headers);
  for (const origin of ["cross-site", "same-site", "none"]) {
    expect((await load({ "sec-fetch-site": origin })).status).toBe(403);
  }
  expect(await listNewAnswers(visitor)).toEqual([id]);
  expect((await load(ownPage)).status).toBe(204);
  expect(await listNewAnswers(visitor)).toEqual([]);
});

test("BOX-02 more than 50 ids in one request are refused", async () => {
  const body = { questions: Array.from({ length: 51 }, () => "x") };
  expect((await yui.send(markSeen, { body })).status).toBe(400);
});
