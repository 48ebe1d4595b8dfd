import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { listUserAchievements } from "@toibako/contract/achievements.ts";
import { deleteAnswer, postAnswer } from "@toibako/contract/answers.ts";
import { postCommunityAnswer } from "@toibako/contract/communities/questions.ts";
import { changeQuestion, listReceivedItems } from "@toibako/contract/inbox.ts";
import { expect, test } from "vitest";
import { storeActiveAccounts } from "#platform/identity/activity.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  storeCommunity,
  storeCommunityQuestion,
  storeMember,
} from "#platform/testing/communities.ts";
import { openSite } from "#platform/testing/site.ts";
import { sendDailyQuestions } from "../inbox/commands/daily-question.ts";

const site = await openSite();
const { services } = site;
await storeCommunity(services, "harbour");

let count = 0;

/** Creates a member who has received one daily question. */
async function createMember() {
  const account = `member${++count}`;
  const member = await site.registerPerson(account);
  await storeMember(services, "harbour", account);
  const original = await storeCommunityQuestion(services, "harbour", {
    body: `質問${count}`,
    featured_rank: count,
  });
  // Any request makes the member active; only active members get a daily question.
  await member.send(getUnreadCounts, {});
  await storeActiveAccounts(services);
  await sendDailyQuestions(services);
  const [copy] = (await listReceived(member, "unread")).items;
  return { account, member, original, copy: copy?.uuid_hash ?? "" };
}

async function listReceived(member: Browser, status: "unread" | "confirmed" | "hidden") {
  return (await member.send(listReceivedItems, { query: { status } })).data;
}

const answer = (member: Browser, question_id: string, text: string, headers = {}) =>
  member.send(postAnswer, { params: { question_id }, body: { text } }, headers);

test("COMM-43 COMM-26 answering a daily question answers the community's question and confirms the copy", async () => {
  const { account, member, original, copy } = await createMember();
  const invalidated = await site.collectInvalidatedPages(async () => {
    const reply = await answer(member, copy, " はい ");
    const { id } = reply.data.answer;
    expect([reply.status, reply.data]).toEqual([
      201,
      { answer: { id, text: "はい", chosen_option: null }, answered_count: 1 },
    ]);
    expect(reply.headers.location).toBe(`/ja/q/${original}?answer_id=${id}`);
  });
  expect(invalidated.flat()).toContain(`/${account}`);
  const { items, counts } = await listReceived(member, "confirmed");
  expect(counts).toEqual({ unread: 0, confirmed: 1, hidden: 0, held: 0 });
  expect(items).toMatchObject([
    { uuid_hash: copy, is_answered: true, answer: { text: "はい", chosen_option: null } },
  ]);
  const { rows } = await services.database.executeSql(
    `select q.status, q.is_answered, listed.answers_count, u.answers_count as own_count
    from questions q join community_questions listed on listed.question_pk = q.pk, users u
    where q.uuid_hash = $1 and u.account = $2`,
    [original, account],
  );
  expect(rows).toEqual([{ status: "shown", is_answered: true, answers_count: 1, own_count: 1 }]);
  await services.jobs.drain();
  const { user_achievements } = (await member.send(listUserAchievements, {})).data;
  expect(user_achievements.map(({ kind }) => kind).sort()).toEqual([
    "answers_1",
    "community_answers_1",
  ]);
});

test("COMM-43 API-10 a daily question is answered once; a repeated request changes nothing", async () => {
  const { member, copy } = await createMember();
  const headers = { "idempotency-key": "daily-answer-once" };
  const first = await answer(member, copy, "一度", headers);
  expect((await answer(member, copy, "一度", headers)).data).toEqual(first.data);
  expect((await answer(member, copy, "別の文", headers)).error?.code).toBe("key_reused");
  expect((await answer(member, copy, "もう一度")).error?.code).toBe("already_answered");
  expect((await listReceived(member, "confirmed")).counts).toMatchObject({
    unread: 0,
    confirmed: 1,
  });
  const { member: otherMember } = await createMember();
  expect((await answer(otherMember, copy, "他人")).status).toBe(404);
});

test("COMM-43 a member who has answered the original can't answer the daily question", async () => {
  const { member, original, copy } = await createMember();
  const params = { category_id: "testing", community_id: "harbour", uuid: original };
  const answered = await member.send(postCommunityAnswer, { params, body: { body: "ページで" } });
  expect(answered.status).toBe(201);
  expect((await answer(member, copy, "箱で")).error?.code).toBe("already_answered");
});

test("COMM-43 ANS-06 a copy becomes confirmed when its original is answered, and unread when that answer is deleted", async () => {
  const { member, original, copy } = await createMember();
  const unread = { unread: 1, confirmed: 0, hidden: 0, held: 0 };
  const confirmed = { ...unread, unread: 0, confirmed: 1 };
  const params = { category_id: "testing", community_id: "harbour", uuid: original };
  for (const text of ["一", "二"]) {
    const reply = await member.send(postCommunityAnswer, { params, body: { body: text } });
    const { items, counts } = await listReceived(member, "confirmed");
    expect([items[0]?.uuid_hash, items[0]?.answer?.text, counts]).toEqual([copy, text, confirmed]);
    await member.send(deleteAnswer, { params: { id: reply.data.answer.id } });
    expect((await listReceived(member, "unread")).counts).toEqual(unread);
  }
  await member.send(changeQuestion, { params: { id: copy }, body: { status: "hidden" } });
  const { data } = await answer(member, copy, "三");
  expect((await listReceived(member, "confirmed")).counts).toEqual(confirmed);
  await member.send(changeQuestion, { params: { id: copy }, body: { status: "hidden" } });
  await member.send(deleteAnswer, { params: { id: data.answer.id } });
  expect((await listReceived(member, "unread")).counts).toEqual(unread);
});

test.each([
  ["deleted", "update questions set status = 'deleted' where uuid_hash = $1"],
  ["deleted without answers", "delete from questions where uuid_hash = $1"],
])("COMM-43 a daily question whose original is %s can't be answered", async (_state, sql) => {
  const { member, original, copy } = await createMember();
  await services.database.executeSql(sql, [original]);
  expect((await answer(member, copy, "遅い")).status).toBe(404);
});

test("ANS-01 an empty answer to a daily question is refused with an error of the field `text`", async () => {
  const { member, copy } = await createMember();
  const { status, error } = await answer(member, copy, "  ");
  expect([status, Object.keys(error?.details ?? {})]).toEqual([400, ["text"]]);
});
