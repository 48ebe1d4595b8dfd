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

const site = await openSite();
const yui = await site.person("yui");
const kenta = await site.person("kenta");

beforeEach(async () => {
  await yui.send(putUser, { body: { is_batch_answer_to_stamp: true } });
  await site.services.database.executeSql(`
    delete from questions;
    update users set unread_questions_count = 0, confirmed_questions_count = 0,
      hidden_questions_count = 0, answers_count = 0`);
});

async function stamp(stamp_id: string, sender: Browser = kenta, account = "yui") {
  return (await sender.send(postQuestion, { body: { account, stamp_id } })).data.uuid_hash;
}

const answer = (question_id: string, key: string = crypto.randomUUID()) =>
  yui.send(
    postAnswer,
    { params: { question_id }, body: { text: "カレー" } },
    { "idempotency-key": key },
  );
const answered = async (id: string) =>
  (await yui.send(getQuestion, { params: { id } })).data.question.item?.answer_body;
const atOnce = async (id: string) =>
  (await yui.send(getQuestion, { params: { id } })).data.question.answers_at_once;
async function countsOf() {
  const { data } = await yui.send(listReceivedItems, {});
  const { user } = (await kenta.send(getUser, { params: { id: "yui" } })).data;
  return [data.counts.unread, data.counts.confirmed, data.counts.hidden, user.answers_count];
}

test("ANS-15 one answer answers all unread questions by the same stamp", async () => {
  const visitor = site.visitor();
  const first = await stamp("eat");
  const second = await stamp("eat", visitor);
  const binned = await stamp("eat");
  const checked = await stamp("eat");
  const other = await stamp("sleep");
  const written = await site.ask(kenta, "yui", "何を食べた？");
  await yui.send(changeQuestion, { params: { id: binned }, body: { status: "hidden" } });
  await yui.send(changeQuestion, { params: { id: checked }, body: { status: "confirmed" } });

  expect([await atOnce(first), await atOnce(other), await atOnce(written)]).toEqual([2, 1, 1]);
  const { items } = (await yui.send(listReceivedItems, { query: { limit: "20" } })).data;
  expect(items.find(({ uuid_hash }) => uuid_hash === second)?.answers_at_once).toBe(2);

  const reply = await answer(first);
  expect([reply.status, reply.location]).toEqual([201, `/ja/q/${first}`]);
  expect(reply.data).toMatchObject({ answered_count: 2, answer: { text: "カレー" } });
  expect([await answered(first), await answered(second)]).toEqual(["カレー", "カレー"]);
  for (const id of [binned, checked, other, written]) expect(await answered(id)).toBeUndefined();
  expect(await countsOf()).toEqual([2, 3, 1, 2]);
  const ids = (await kenta.send(listItems, { query: { account: "yui" } })).data.items.map(
    ({ answer_id }) => answer_id,
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
  expect((await visitor.send(listSendQuestions, {})).data.answers).toHaveLength(1);
  await site.services.jobs.drain();
  expect((await visitor.send(getUnreadCounts, {})).data.send_items).toBe(1);
});

test("ANS-15 answering a stamp in the bin also answers the unread ones", async () => {
  const [binned, waiting] = [await stamp("eat"), await stamp("eat")];
  await yui.send(changeQuestion, { params: { id: binned }, body: { status: "hidden" } });
  expect(await atOnce(binned)).toBe(2);
  expect((await answer(binned)).data.answered_count).toBe(2);
  expect(await answered(waiting)).toBe("カレー");
  expect(await countsOf()).toEqual([0, 2, 0, 2]);
});

test("ANS-15 who does not want it answers one at a time", async () => {
  const [first, second] = [await stamp("eat"), await stamp("eat")];
  await yui.send(putUser, { body: { is_batch_answer_to_stamp: false } });
  expect(await atOnce(first)).toBe(1);
  expect((await answer(first)).data.answered_count).toBe(1);
  expect(await answered(second)).toBeUndefined();
});

test("ANS-15 another's questions by the same stamp stay as they are", async () => {
  const [mine, theirs] = [await stamp("eat"), await stamp("eat", yui, "kenta")];
  expect((await answer(mine)).data.answered_count).toBe(1);
  const { question } = (await kenta.send(getQuestion, { params: { id: theirs } })).data;
  expect(question.item).toBeNull();
});

test("ANS-04 ANS-15 a second answer is refused and takes nothing along; a repeated call counts the same", async () => {
  const [first] = [await stamp("eat"), await stamp("eat")];
  const key = "repeated-because-of-the-line";
  const reply = await answer(first, key);
  const later = await stamp("eat");
  expect((await answer(first, key)).data).toEqual(reply.data);
  expect((await answer(first)).status).toBe(409);
  expect(await answered(later)).toBeUndefined();
});

test("API-10 ANS-15 a key that was used for another answer is refused and answers nothing along", async () => {
  const key = "used-for-another-answer";
  await answer(await site.ask(kenta, "yui", "何を食べた？"), key);
  const [first, second] = [await stamp("eat"), await stamp("eat")];
  expect((await answer(first, key)).status).toBe(409);
  expect([await answered(first), await answered(second)]).toEqual([undefined, undefined]);
  expect(await countsOf()).toEqual([2, 1, 0, 1]);
});

test("ANS-15 the pages of all answered questions are invalidated, and their sender gets a notice of each", async () => {
  const [first, second] = [await stamp("eat"), await stamp("eat")];
  const paths = (await site.pagesGivenUp(() => answer(first))).flat();
  expect(paths).toHaveLength(3);
  expect(new Set(paths)).toEqual(new Set(["/yui", `/q/${first}`, `/q/${second}`]));
  await site.services.jobs.drain();
  const { notices } = (await kenta.send(listNotices, {})).data;
  const urns = notices.map(({ urn }) => urn);
  expect(urns).toEqual(expect.arrayContaining([`/ja/q/${first}`, `/ja/q/${second}`]));
});

test("ANS-15 BOX-08 simultaneous answers count each question once", async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => stamp("eat")));
  const replies = await Promise.all(ids.map((id) => answer(id)));
  const sum = replies.reduce((total, { data }) => total + (data.answered_count ?? 0), 0);
  expect(sum).toBe(4);
  expect(await countsOf()).toEqual([0, 4, 0, 4]);
});
