import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { changeQuestion, listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion, postQuestion } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { beforeEach, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { answerSameStamps } from "./commands/answer.ts";

// Yui answers stamps in batches; Kenta and visitors send them.
const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

beforeEach(async () => {
  await yui.send(putUser, { body: { is_batch_answer_to_stamp: true } });
  await site.services.database.executeSql(`
    delete from questions;
    update users set unread_questions_count = 0, confirmed_questions_count = 0,
      hidden_questions_count = 0, answers_count = 0`);
});

async function sendStamp(stamp_id: string, sender: Browser = kenta, account = "yui") {
  return (await sender.send(postQuestion, { body: { account, stamp_id } })).data.uuid_hash;
}

const answer = (question_id: string, key: string = crypto.randomUUID()) =>
  yui.send(
    postAnswer,
    { params: { question_id }, body: { text: "カレー" } },
    { "idempotency-key": key },
  );
const readAnswer = async (id: string) =>
  (await yui.send(getQuestion, { params: { id } })).data.question.item?.answer_body;
const readAnswersAtOnce = async (id: string) =>
  (await yui.send(getQuestion, { params: { id } })).data.question.answers_at_once;
/** Reads the numbers of unread, checked and binned questions, and of answers. */
async function readCounts() {
  const { data } = await yui.send(listReceivedItems, {});
  const { user } = (await kenta.send(getUser, { params: { id: "yui" } })).data;
  return [data.counts.unread, data.counts.confirmed, data.counts.hidden, user.answers_count];
}

test("ANS-15 one answer answers all unread questions with the same stamp", async () => {
  const visitor = site.openBrowser();
  const first = await sendStamp("eat");
  const second = await sendStamp("eat", visitor);
  const binned = await sendStamp("eat");
  const checked = await sendStamp("eat");
  const other = await sendStamp("sleep");
  const written = await site.askQuestion(kenta, "yui", "何を食べた？");
  await yui.send(changeQuestion, { params: { id: binned }, body: { status: "hidden" } });
  await yui.send(changeQuestion, { params: { id: checked }, body: { status: "confirmed" } });

  expect([
    await readAnswersAtOnce(first),
    await readAnswersAtOnce(other),
    await readAnswersAtOnce(written),
  ]).toEqual([2, 1, 1]);
  const { items } = (await yui.send(listReceivedItems, { query: { limit: "20" } })).data;
  expect(items.find(({ uuid_hash }) => uuid_hash === second)?.answers_at_once).toBe(2);

  const reply = await answer(first);
  expect([reply.status, reply.location]).toEqual([201, `/ja/q/${first}`]);
  expect(reply.data).toMatchObject({ answered_count: 2, answer: { text: "カレー" } });
  expect([await readAnswer(first), await readAnswer(second)]).toEqual(["カレー", "カレー"]);
  for (const id of [binned, checked, other, written]) expect(await readAnswer(id)).toBeUndefined();
  expect(await readCounts()).toEqual([2, 3, 1, 2]);
  const ids = (await kenta.send(listItems, { query: { account: "yui" } })).data.items.map(
    ({ answer_id }) => answer_id,
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
  expect((await visitor.send(listSendQuestions, {})).data.answers).toHaveLength(1);
  await site.services.jobs.drain();
  expect((await visitor.send(getUnreadCounts, {})).data.send_items).toBe(1);
});

test("ANS-15 the public order of the answers of a batch is not the order in which their questions were asked", async () => {
  const first = await sendStamp("eat");
  for (let count = 0; count < 6; count++) await sendStamp("eat");
  await answer(first);
  const { rows } = await site.services.database.executeSql(`
    select array_agg(q.uuid_hash order by a.pk) = array_agg(q.uuid_hash order by q.uuid_hash) as is_by_id,
      count(*)::int as count
    from answers a join questions q on q.pk = a.question_pk where q.uuid_hash <> '${first}'`);
  expect(rows).toEqual([{ is_by_id: true, count: 6 }]);
});

test("ANS-15 answering a stamp in the bin also answers the unread ones", async () => {
  const [binned, waiting] = [await sendStamp("eat"), await sendStamp("eat")];
  await yui.send(changeQuestion, { params: { id: binned }, body: { status: "hidden" } });
  expect(await readAnswersAtOnce(binned)).toBe(2);
  expect((await answer(binned)).data.answered_count).toBe(2);
  expect(await readAnswer(waiting)).toBe("カレー");
  expect(await readCounts()).toEqual([0, 2, 0, 2]);
});

test("ANS-15 without the setting, an answer answers one question", async () => {
  const [first, second] = [await sendStamp("eat"), await sendStamp("eat")];
  await yui.send(putUser, { body: { is_batch_answer_to_stamp: false } });
  expect(await readAnswersAtOnce(first)).toBe(1);
  expect((await answer(first)).data.answered_count).toBe(1);
  expect(await readAnswer(second)).toBeUndefined();
});

test("ANS-15 questions of other receivers with the same stamp don't change", async () => {
  const [mine, theirs] = [await sendStamp("eat"), await sendStamp("eat", yui, "kenta")];
  expect((await answer(mine)).data.answered_count).toBe(1);
  const { question } = (await kenta.send(getQuestion, { params: { id: theirs } })).data;
  expect(question.item).toBeNull();
});

test("ANS-04 ANS-15 a second answer is refused and answers no other question; a repeated request gets the same reply", async () => {
  const [first] = [await sendStamp("eat"), await sendStamp("eat")];
  const key = "repeated-after-lost-connection";
  const reply = await answer(first, key);
  const later = await sendStamp("eat");
  expect((await answer(first, key)).data).toEqual(reply.data);
  expect((await answer(first)).status).toBe(409);
  expect(await readAnswer(later)).toBeUndefined();
});

test("API-10 ANS-15 an idempotency key that was used for another answer is refused and answers no other question", async () => {
  const key = "used-for-another-answer";
  await answer(await site.askQuestion(kenta, "yui", "何を食べた？"), key);
  const [first, second] = [await sendStamp("eat"), await sendStamp("eat")];
  expect((await answer(first, key)).status).toBe(409);
  expect([await readAnswer(first), await readAnswer(second)]).toEqual([undefined, undefined]);
  expect(await readCounts()).toEqual([2, 1, 0, 1]);
});

test("ANS-15 the pages of all answered questions are invalidated, and their sender gets a notice of each question", async () => {
  const [first, second] = [await sendStamp("eat"), await sendStamp("eat")];
  const paths = (await site.collectInvalidatedPages(() => answer(first))).flat();
  expect(paths).toHaveLength(3);
  expect(new Set(paths)).toEqual(new Set(["/yui", `/q/${first}`, `/q/${second}`]));
  await site.services.jobs.drain();
  const { notices } = (await kenta.send(listNotices, {})).data;
  const urns = notices.map(({ urn }) => urn);
  expect(urns).toEqual(expect.arrayContaining([`/ja/q/${first}`, `/ja/q/${second}`]));
});

test("ANS-15 BOX-08 simultaneous answers count each question once", async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => sendStamp("eat")));
  const replies = await Promise.all(ids.map((id) => answer(id)));
  const sum = replies.reduce((total, { data }) => total + (data.answered_count ?? 0), 0);
  expect(sum).toBe(4);
  expect(await readCounts()).toEqual([0, 4, 0, 4]);
});

test("ANS-15 more than 1,000 equal stamps are answered by jobs after the first 1,000, and only once", async () => {
  const first = await sendStamp("eat");
  const { executeSql } = site.services.database;
  await executeSql(`
    insert into questions (uuid_hash, receiver_pk, status, type, body, locale, stamp_id, asked_hour)
    select 'same_stamp_' || n, q.receiver_pk, 'unread', 'stamp', '', 'ja', q.stamp_id, q.asked_hour
    from questions q, generate_series(1, 2499) n;
    update users set unread_questions_count = 2500 where account = 'yui'`);
  const paths = await site.collectInvalidatedPages(async () => {
    expect((await answer(first)).data.answered_count).toBe(2_500);
  });
  expect(paths.flat()).toHaveLength(1_002);
  expect(await readCounts()).toEqual([1_499, 1_001, 0, 1_001]);
  const jobs = await executeSql("select data from pgboss.job where name = 'answer_same_stamps'");
  expect(jobs.rows).toEqual([{ data: { uuid_hash: first } }]);
  // As if the job was repeated; each run leaves the rest to a job of its own.
  for (let run = 0; run < 4; run++) await answerSameStamps(site.services, first);
  expect(await readCounts()).toEqual([0, 2_500, 0, 2_500]);
  const { rows } = await executeSql(`
    select count(distinct question_pk)::int as questions, count(distinct text)::int as texts
    from answers`);
  expect(rows).toEqual([{ questions: 2_500, texts: 1 }]);
});
