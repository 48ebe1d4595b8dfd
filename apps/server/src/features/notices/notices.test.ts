import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { deleteAnswer, postAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { listItems } from "@toibako/contract/items.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import {
  confirmNotices,
  confirmNoticesByGet,
  deleteNotice,
  getNotice,
  getNoticeBadge,
  listNotices,
  markSeen,
} from "@toibako/contract/notices.ts";
import { readSendItems, withdrawQuestion } from "@toibako/contract/outbox.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, inject, test } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { sendWhileLocked } from "#platform/testing/locks.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta", "en");

/** Runs all enqueued jobs and returns the first page of the person's notices. */
async function listNoticesOf(person: typeof yui) {
  await site.services.jobs.drain();
  return (await person.send(listNotices, {})).data.notices;
}

test("NOTE-04 NOTE-08 a question notifies its receiver, an answer the sender of the question, and a like the answerer", async () => {
  const question_id = await site.askQuestion(kenta, "yui", "好きな色は？");
  expect(await listNoticesOf(yui)).toMatchObject([
    {
      kind: "new_question",
      is_new: true,
      urn: `/ja/q/${question_id}`,
      formatted_day: "今日",
      formatted_hour: expect.stringMatching(/^\d+時台$/),
    },
  ]);

  await yui.send(postAnswer, { params: { question_id }, body: { text: "青" } });
  const [answered] = await listNoticesOf(kenta);
  expect(answered).toMatchObject({ kind: "new_answer", urn: `/en/q/${question_id}` });
  expect(answered?.text).toBe("yui answered a question you sent.");

  const { items } = (await kenta.send(listItems, { query: { account: "yui" } })).data;
  const answer_id = items[0]?.answer_id ?? "";
  await kenta.send(toggleLike, { body: { answer_id } });
  await site.openBrowser().send(toggleLike, { body: { answer_id } });
  const likes = (await listNoticesOf(yui)).filter(({ kind }) => kind === "new_answer_like");
  expect(likes).toHaveLength(1);
  expect(likes[0]?.text).toContain("2");
});

test("NOTE-06 NOTE-07 confirming marks all notices as seen, and the badge returns with the next notice", async () => {
  expect((await yui.send(getNoticeBadge, {})).data).toEqual({ is_exist: true });
  await yui.send(confirmNotices, {});
  expect((await yui.send(getNoticeBadge, {})).data).toEqual({ is_exist: false });
  expect((await yui.send(getUnreadCounts, {})).data.notices).toBe(0);
  await site.askQuestion(kenta, "yui", "もうひとつ");
  await site.services.jobs.drain();
  expect((await yui.send(getNoticeBadge, {})).data).toEqual({ is_exist: true });
});

test("NOTE-05 PRIV-12 only the owner of a notice can read and delete it", async () => {
  const [notice] = await listNoticesOf(yui);
  const id = notice?.id ?? "";
  expect((await kenta.send(getNotice, { params: { id } })).status).toBe(404);
  expect((await kenta.send(deleteNotice, { params: { id } })).status).toBe(404);
  expect((await yui.send(getNotice, { params: { id } })).data.notice).toMatchObject({ id });
  expect((await yui.send(deleteNotice, { params: { id } })).status).toBe(204);
  expect((await listNoticesOf(yui)).map((remaining) => remaining.id)).not.toContain(id);
});

test("NOTE-08 ASK-10 ASK-17 a notice states the type of its question", async () => {
  const nana = await site.registerPerson("nana", "en");
  const bodies = [
    { account: "nana", stamp_id: "eat" },
    { account: "nana", body: "Which?", options: ["This", "That"] },
    { account: "nana", body: "Well?" },
  ];
  for (const body of bodies) await kenta.send(postQuestion, { body });
  expect((await listNoticesOf(nana)).map((notice) => notice.text).sort()).toEqual([
    "Someone asked you with a sticker.",
    "You have a new question with choices.",
    "You have a new question.",
  ]);
});

test.each([
  ["without a token", { "x-csrf-token": undefined }],
  ["with the token of another page", { "x-csrf-token": "A".repeat(22) }],
  ["by another site", { "sec-fetch-site": "cross-site" }],
  ["by a site on a sibling domain", { "sec-fetch-site": "same-site" }],
])("NOTE-07 API-01 a confirmation %s is refused, as a GET and as a PUT", async (_, headers) => {
  const yui = await site.signInAgain("yui");
  await site.askQuestion(site.openBrowser(), "yui", "まだ見ていない");
  await site.services.jobs.drain();
  for (const endpoint of [confirmNotices, confirmNoticesByGet]) {
    expect((await yui.send(endpoint, {}, headers)).status).toBe(403);
  }
  expect((await yui.send(getNoticeBadge, {})).data).toEqual({ is_exist: true });
});

test("NOTE-07 a GET from a page of this site marks all notices as seen, like the PUT", async () => {
  const yui = await site.signInAgain("yui");
  const headers = { "sec-fetch-site": "same-origin" };
  expect((await yui.send(confirmNoticesByGet, {}, headers)).data).toEqual({ is_exist: false });
  expect((await yui.send(getNoticeBadge, {})).data).toEqual({ is_exist: false });
});

test("FEEL-11 the questions of a day are listed and counted as one notice, and so are its new followers; the notice of an answer quotes the answer", async () => {
  const mina = await site.registerPerson("mina");
  for (const body of ["Tea?", "Or coffee?", "Or milk?"])
    await site.askQuestion(kenta, "mina", body);
  for (const account of ["ren", "lena", "ken", "aoi"]) {
    await (await site.registerPerson(account)).send(postFollow, { params: { account: "mina" } });
    await site.services.jobs.drain();
  }
  const [questions, followers] = (await listNoticesOf(mina)).toSorted((a, b) =>
    b.kind.localeCompare(a.kind),
  );
  expect(questions).toMatchObject({ count: 3, people: [], quote: null, urn: "/ja/box" });
  expect(questions?.text).toBe("新しい質問が3件届きました。");
  expect(followers).toMatchObject({ count: 4, quote: null });
  expect(followers?.people.map(({ account }) => account)).toEqual(["aoi", "ken", "lena"]);
  expect(followers?.text).toBe("aoiさん、kenさん、ほか\u20602人にフォローされました。");
  expect((await mina.send(getUnreadCounts, {})).data.notices).toBe(2);

  await mina.send(confirmNotices, {});
  const question_id = await site.askQuestion(kenta, "mina", "And\n water?");
  const renewed = await listNoticesOf(mina);
  expect(renewed.map(({ count, is_new }) => [count, is_new])).toContainEqual([4, true]);
  const shown = renewed.find(({ kind }) => kind === "new_question");
  await mina.send(markSeen, { body: { notices: [shown?.id ?? ""] } });
  expect((await mina.send(getUnreadCounts, {})).data.notices).toBe(0);
  // All questions of the hour are deleted together, because it must not be revealed which of them came last.
  await mina.send(deleteNotice, { params: { id: questions?.id ?? "" } });
  expect((await listNoticesOf(mina)).map(({ kind }) => kind)).toEqual(["new_follower"]);

  await mina.send(postAnswer, { params: { question_id }, body: { text: "Always.\nCold." } });
  const answered = (await listNoticesOf(kenta)).find(({ people }) => people[0]?.account === "mina");
  expect(answered).toMatchObject({
    kind: "new_answer",
    quote: { text: "Always. Cold." },
    people: [{ account: "mina" }],
  });
});

test("FEEL-11 ANS-07 the notice of an answer that is only a chosen option quotes the option", async () => {
  const ema = await site.registerPerson("ema", "en");
  const body = { account: "yui", body: "Tea or coffee?", options: ["Tea", "Coffee"] };
  const { uuid_hash: question_id } = (await ema.send(postQuestion, { body })).data;
  await yui.send(postAnswer, { params: { question_id }, body: { chosen_option: 1 } });
  expect(await listNoticesOf(ema)).toMatchObject([{ quote: { text: "Coffee" } }]);
  const params = { id: question_id };
  await yui.send(putSensitivity, { params, body: { is_ad_default: false } });
  const [notice] = await listNoticesOf(ema);
  expect(JSON.stringify(notice)).not.toContain("Coffee");
});

test("NOTE-06 NOTE-08 deleting an answer deletes its notice and its unread mark and lowers both counts", async () => {
  const answers: string[] = [];
  const sora = await site.registerPerson("sora", "en");
  for (const body of ["one", "two"]) {
    const question_id = await site.askQuestion(sora, "yui", body);
    await yui.send(postAnswer, { params: { question_id }, body: { text: "はい" } });
    const { items } = (await sora.send(listItems, { query: { account: "yui" } })).data;
    answers.push(items.find(({ uuid_hash }) => uuid_hash === question_id)?.answer_id ?? "");
  }
  await site.services.jobs.drain();
  /** Returns the numbers of unread answers and of unseen notices. */
  const readCounts = async () => {
    const { send_items, notices } = (await sora.send(getUnreadCounts, {})).data;
    return [send_items, notices];
  };
  expect(await readCounts()).toEqual([2, 2]);
  await yui.send(deleteAnswer, { params: { id: answers[0] ?? "" } });
  expect(await listNoticesOf(sora)).toHaveLength(1);
  expect(await readCounts()).toEqual([1, 1]);

  await sora.send(confirmNotices, {});
  await sora.send(readSendItems, {});
  expect(await readCounts()).toEqual([0, 0]);
  await yui.send(deleteAnswer, { params: { id: answers[1] ?? "" } });
  expect(await listNoticesOf(sora)).toEqual([]);
  expect(await readCounts()).toEqual([0, 0]);
});

// The embedded database has one connection, so no statement waits for the lock of another one.
test.skipIf(inject("template").engine !== "postgres")(
  "NOTE-08 a notice of likes never returns to an earlier number of likes",
  async () => {
    const question_id = await site.askQuestion(kenta, "yui", "山と海");
    const { data } = await yui.send(postAnswer, { params: { question_id }, body: { text: "山" } });
    const answer_id = data.answer.id;
    await kenta.send(toggleLike, { body: { answer_id } });
    await site.services.jobs.drain();
    const { db } = site.services;
    const [answer] = await db.query<{ pk: number }>("select pk from answers where id = $1", [
      answer_id,
    ]);
    const job = site.jobs.find(({ definition }) => definition.name === "send_like_notice");
    const storeMoreLikes = async (db: Db) => {
      await db.query("update answers set likes_count = 3 where id = $1", [answer_id]);
      await db.query("update received_notices set count = 3 where subject = $1", [answer_id]);
    };
    await sendWhileLocked(db, storeMoreLikes, [async () => job?.run([{ answer_pk: answer?.pk }])]);
    const notices = await db.query("select count from received_notices where subject = $1", [
      answer_id,
    ]);
    expect(notices).toEqual([{ count: 3 }]);
  },
);

test.skipIf(inject("template").engine !== "postgres")(
  "NOTE-04 SAFE-14 a question that is withdrawn while its notice is being stored leaves no notice",
  async () => {
    const id = await site.askQuestion(kenta, "yui", "やっぱりやめる");
    const { db } = site.services;
    const job = site.jobs.find(({ definition }) => definition.name === "send_question_notice");
    const lock = (db: Db) =>
      db.query("select from questions where uuid_hash = $1 for update", [id]);
    await sendWhileLocked<unknown>(db, lock, [
      async () => job?.run([{ uuid_hash: id }]),
      () => kenta.send(withdrawQuestion, { params: { id } }),
    ]);
    expect(await db.query("select from questions where uuid_hash = $1", [id])).toEqual([]);
    expect(await db.query("select from received_notices where subject = $1", [id])).toEqual([]);
  },
);
