import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { deleteAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postBlock, postReport } from "@toibako/contract/moderation.ts";
import {
  confirmNotices,
  deleteNotice,
  getNotice,
  listNotices,
  markSeen,
} from "@toibako/contract/notices.ts";
import { readSendItems } from "@toibako/contract/outbox.ts";
import { expect, test, vi } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { storeAnswerNotices } from "./commands/answer-notices.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const aoi = await site.registerPerson("aoi");
const games = { community_id: "games", category_id: "hobby" };

let accountCount = 0;
/** Creates an account that uses the site in English and has no notices yet. */
const createAccount = async () => site.registerPerson(`person_${accountCount++}`, "en");

const ask = async (sender: Browser, body = "Which one?") =>
  (await sender.send(postCommunityQuestion, { params: games, body: { body } })).data.uuid_hash;

async function answer(answerer: Browser, uuid: string, body: string) {
  const params = { ...games, uuid };
  const { data } = await answerer.send(postCommunityAnswer, { params, body: { body } });
  return data.answer.id;
}

/** Runs all enqueued jobs and returns the first page of the person's notices. */
async function listNoticesOf(person: Browser) {
  await site.services.jobs.drain();
  return (await person.send(listNotices, {})).data.notices;
}

/** Runs all enqueued jobs and returns the numbers of unread answers and of unseen notices. */
async function readCounts(person: Browser) {
  await site.services.jobs.drain();
  const { send_items, notices } = (await person.send(getUnreadCounts, {})).data;
  return [send_items, notices];
}

const filterCommunityNotices = (notices: Awaited<ReturnType<typeof listNoticesOf>>) =>
  notices.filter(({ kind }) => kind === "new_answer_to_community_question");

test("NOTE-08 only the sender of a question gets a notice of its new answers, once a day, with the newest answer", async () => {
  const sender = await createAccount();
  const uuid = await ask(sender);
  await answer(yui, uuid, "The first");
  const [notice] = await listNoticesOf(sender);
  expect(notice).toMatchObject({
    kind: "new_answer_to_community_question",
    is_new: true,
    text: "yui answered your community question.",
    urn: `/en/communities/games/categories/hobby/items/${uuid}`,
    people: [{ account: "yui" }],
    quote: { text: "The first", locale: "en" },
  });
  expect(await readCounts(sender)).toEqual([1, 1]);
  await sender.send(markSeen, { body: { notices: [notice?.id ?? ""] } });

  await answer(aoi, uuid, "The second");
  const listed = await listNoticesOf(sender);
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({
    id: notice?.id,
    is_new: false,
    text: "aoi answered your community question.",
    quote: { text: "The second" },
  });
  expect(filterCommunityNotices(await listNoticesOf(yui))).toEqual([]);
});

test("NOTE-08 an answer of another day causes another notice", async () => {
  const sender = await createAccount();
  const uuid = await ask(sender);
  await answer(yui, uuid, "Yesterday");
  // Less than 24 hours ago, because older answers cause no notice.
  await site.services.database.executeSql(
    `update answers set answered_at = answered_at - interval '23 hours 59 minutes 30 seconds'
    where text = 'Yesterday'`,
  );
  await listNoticesOf(sender);
  await answer(aoi, uuid, "Today");
  const listed = await listNoticesOf(sender);
  expect(listed.map(({ quote }) => quote?.text)).toEqual(["Today", "Yesterday"]);
  expect(listed.map(({ people }) => people[0]?.account)).toEqual(["aoi", "yui"]);
  expect(await readCounts(sender)).toEqual([1, 2]);
});

test("NOTE-08 the sender's own answers and answers of accounts that the sender blocks by name cause no notice", async () => {
  const sender = await createAccount();
  const uuid = await ask(sender);
  await sender.send(postBlock, { body: { account: "yui" } });
  await answer(yui, uuid, "Blocked");
  await answer(sender, uuid, "My own");
  expect(await listNoticesOf(sender)).toEqual([]);
  expect(await readCounts(sender)).toEqual([0, 0]);
  await answer(aoi, uuid, "Welcome");
  expect((await listNoticesOf(sender)).map(({ people }) => people[0]?.account)).toEqual(["aoi"]);
  expect(await readCounts(sender)).toEqual([1, 1]);
});

test("NOTE-08 COMM-45 a notice doesn't quote answers that the sender has reported, or answers of answerers whom the sender has blocked", async () => {
  const sender = await createAccount();
  const uuid = await ask(sender);
  const reported = await answer(yui, uuid, "Rude");
  await answer(aoi, uuid, "Kind");
  const readQuote = async () => (await listNoticesOf(sender))[0]?.quote?.text;
  expect(await readQuote()).toBe("Kind");
  await sender.send(postBlock, { body: { account: "aoi" } });
  expect(await readQuote()).toBe("Rude");
  await sender.send(postReport, { body: { mode: "unit", answer_id: reported } });
  expect(await readQuote()).toBeUndefined();
  await answer(sender, uuid, "My own");
  expect(await listNoticesOf(sender)).toMatchObject([{ quote: null, people: [] }]);
});

test("NOTE-06 COMM-45 an answer that is deleted while its notice is being sent leaves no notice", async () => {
  const sender = await createAccount();
  const uuid = await ask(sender);
  await site.services.jobs.drain();
  const id = await answer(yui, uuid, "Not for long");
  const { db } = site.services;
  // When the notice is about to be stored in a transaction, deletes the answer and runs the jobs of the deletion.
  vi.spyOn(db, "transaction").mockImplementationOnce(async (work) => {
    await yui.send(deleteAnswer, { params: { id } });
    await site.services.jobs.drain();
    return db.transaction(work);
  });
  await storeAnswerNotices(site.services, [uuid], () => Promise.resolve([uuid]));
  expect(await listNoticesOf(sender)).toEqual([]);
  expect(await readCounts(sender)).toEqual([0, 0]);
});

test("NOTE-06 NOTE-08 COMM-45 after an answer is deleted, its notice shows the newest remaining answer; deleting the last answer deletes the notice", async () => {
  const sender = await createAccount();
  const uuid = await ask(sender);
  const ids = [await answer(yui, uuid, "One"), await answer(aoi, uuid, "Two")];
  expect((await listNoticesOf(sender))[0]?.text).toContain("aoi");
  await aoi.send(deleteAnswer, { params: { id: ids[1] ?? "" } });
  const [notice] = await listNoticesOf(sender);
  expect(notice).toMatchObject({ text: expect.stringContaining("yui"), quote: { text: "One" } });
  expect(await readCounts(sender)).toEqual([1, 1]);
  await yui.send(deleteAnswer, { params: { id: ids[0] ?? "" } });
  expect(await listNoticesOf(sender)).toEqual([]);
  expect(await readCounts(sender)).toEqual([0, 0]);
});

test("NOTE-05 NOTE-06 only the sender can read the notice, mark it as seen and delete it", async () => {
  const sender = await createAccount();
  await answer(yui, await ask(sender), "Yes");
  const [notice] = await listNoticesOf(sender);
  const id = notice?.id ?? "";
  expect((await yui.send(getNotice, { params: { id } })).status).toBe(404);
  expect((await yui.send(deleteNotice, { params: { id } })).status).toBe(404);
  expect((await sender.send(getNotice, { params: { id } })).data.notice).toEqual(notice);
  await sender.send(confirmNotices, {});
  await sender.send(readSendItems, {});
  expect(await readCounts(sender)).toEqual([0, 0]);
  expect((await sender.send(deleteNotice, { params: { id } })).status).toBe(204);
  expect(await listNoticesOf(sender)).toEqual([]);
});

test("NOTE-08 PROF-07 a sensitive answer is not quoted", async () => {
  const sender = await createAccount();
  const uuid = await ask(sender);
  await answer(yui, uuid, "Only for some");
  await yui.send(putSensitivity, { params: { id: uuid }, body: { is_ad_default: false } });
  const [notice] = await listNoticesOf(sender);
  expect(notice).toMatchObject({ quote: null, people: [{ account: "yui" }] });
});

test("NOTE-08 COMM-24 the notice of likes leads to the answer that is liked and quotes it", async () => {
  const sender = await createAccount();
  const answerer = await createAccount();
  const uuid = await ask(sender);
  const answer_id = await answer(answerer, uuid, "Mine");
  await answer(yui, uuid, "Not mine");
  await sender.send(toggleLike, { body: { answer_id } });
  const [notice] = await listNoticesOf(answerer);
  expect(notice).toMatchObject({
    kind: "new_answer_like",
    urn: `/en/q/${uuid}?answer_id=${answer_id}`,
    quote: { text: "Mine" },
  });
});
