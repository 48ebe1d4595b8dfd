import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { deleteAnswer, postAnswer } from "@toibako/contract/answers.ts";
import {
  deleteCommunityQuestion,
  getCommunityQuestion,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import {
  changeQuestion,
  deleteBinnedQuestion,
  emptyBin,
  listReceivedItems,
} from "@toibako/contract/inbox.ts";
import { postReport } from "@toibako/contract/moderation.ts";
import { type QuestionStatus, questionStatuses } from "@toibako/contract/questions.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { storeActiveAccounts } from "#platform/identity/activity.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  storeCommunity,
  storeCommunityQuestion,
  storeMember,
} from "#platform/testing/communities.ts";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { openSite } from "#platform/testing/site.ts";
import { deleteCopies } from "./commands/copies.ts";
import { sendDailyQuestions } from "./commands/daily-question.ts";

const site = await openSite();
const { services } = site;
await storeCommunity(services, "harbour");
const accounts = ["yui", "kenta", "mei"] as const;
const members: Browser[] = [];
for (const account of accounts) {
  const member = await site.registerPerson(account);
  await storeMember(services, "harbour", account);
  // A visit: only members who have visited the site lately get daily questions.
  await member.send(getUnreadCounts, {});
  members.push(member);
}
await storeActiveAccounts(services);

const community = { category_id: "testing", community_id: "harbour" };
let rank = 0;

/** Stores a question and sends it to all members, as on the day after the last daily question. */
async function sendQuestion(): Promise<string> {
  const uuid_hash = await storeCommunityQuestion(services, "harbour", {
    body: "みんなへ",
    featured_rank: ++rank,
  });
  await sendToMembers();
  return uuid_hash;
}

async function sendToMembers() {
  // In the order in which others lock accounts, because the last steps may still be counted.
  await services.database.executeSql(`
    with locked as (select pk from users order by pk for no key update)
    update users u set community_question_on = community_question_on - 1 from locked where u.pk = locked.pk`);
  await sendDailyQuestions(services);
}

interface Copy {
  uuid_hash: string;
  receiver: string;
  original: string;
  answer_id: string | null;
}

async function listCopies(): Promise<Copy[]> {
  const { rows } = await services.database.executeSql(`
    select copy.uuid_hash, u.account as receiver, original.uuid_hash as original, a.id as answer_id
    from questions copy
    join questions original on original.pk = copy.original_pk
    join users u on u.pk = copy.receiver_pk
    left join answers a on a.question_pk = original.pk and a.answerer_pk = u.pk
    order by copy.pk`);
  return rows as Copy[];
}

/** Compares the counts of inboxes and answers with the rows, and each copy with its receiver's answer. */
async function expectCorrectCounts() {
  const { rows } = await services.database.executeSql(`
    select u.account, u.unread_questions_count as unread_counted,
      u.confirmed_questions_count as confirmed_counted, u.hidden_questions_count as hidden_counted,
      u.answers_count as answers_counted,
      count(*) filter (where q.status = 'unread')::int as unread,
      count(*) filter (where q.status = 'confirmed')::int as confirmed,
      count(*) filter (where q.status = 'hidden')::int as hidden,
      (select count(*)::int from answers a where a.answerer_pk = u.pk) as answers,
      count(*) filter (where q.status in ('unread', 'confirmed', 'hidden') and q.is_answered <> exists (
        select from answers a where a.question_pk = q.original_pk and a.answerer_pk = u.pk
      ))::int as wrongly_marked
    from users u left join questions q on q.receiver_pk = u.pk group by u.pk`);
  for (const row of rows as Record<string, number>[]) {
    const { unread, confirmed, hidden, answers } = row;
    expect(row).toMatchObject({
      unread_counted: unread,
      confirmed_counted: confirmed,
      hidden_counted: hidden,
      answers_counted: answers,
      wrongly_marked: 0,
    });
  }
}

const kindsWithoutStatus = [
  "send",
  "empty",
  "answer_copy",
  "answer_original",
  "delete_answer",
  "delete_binned",
  "report",
] as const;

type Step =
  | { kind: (typeof kindsWithoutStatus)[number]; memberIndex: number; copyIndex: number }
  | { kind: "move"; memberIndex: number; copyIndex: number; status: QuestionStatus };

const memberIndex = fc.nat(members.length - 1);
const copyIndex = fc.nat(30);
const kind = fc.constantFrom(...kindsWithoutStatus);
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind, memberIndex, copyIndex }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      memberIndex,
      copyIndex,
      status: fc.constantFrom(...questionStatuses),
    }),
  },
);

/**
 * Takes a step as the member `memberIndex`, on one of the member's copies. Returns the status of the reply,
 * or 200 if no request was sent.
 */
async function takeStep(step: Step, copies: readonly Copy[]): Promise<number> {
  const member = members[step.memberIndex];
  const ownCopies = copies.filter(({ receiver }) => receiver === accounts[step.memberIndex]);
  const copy = ownCopies[step.copyIndex % Math.max(1, ownCopies.length)];
  if (step.kind === "send") return sendQuestion().then(() => 200);
  if (!member || !copy) return 200;
  const { uuid_hash, original, answer_id } = copy;
  switch (step.kind) {
    case "empty":
      return (await member.send(emptyBin, {})).status;
    case "answer_copy": {
      const params = { question_id: uuid_hash };
      return (await member.send(postAnswer, { params, body: { text: "はい" } })).status;
    }
    case "answer_original": {
      const params = { ...community, uuid: original };
      return (await member.send(postCommunityAnswer, { params, body: { body: "はい" } })).status;
    }
    case "delete_answer":
      return (await member.send(deleteAnswer, { params: { id: answer_id ?? "none" } })).status;
    case "delete_binned":
      return (await member.send(deleteBinnedQuestion, { params: { id: uuid_hash } })).status;
    case "report":
      return (await member.send(postReport, { body: { mode: "unit", item_id: uuid_hash } })).status;
    case "move": {
      const params = { id: uuid_hash };
      return (await member.send(changeQuestion, { params, body: { status: step.status } })).status;
    }
  }
}

test("COMM-43 COMM-45 after any order of sending, answering, moving, reporting and deleting, the counts equal the numbers of rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 25 }), async (steps) => {
      await sendQuestion();
      for (const step of steps) {
        expect(await takeStep(step, await listCopies())).toBeLessThan(500);
        await expectCorrectCounts();
      }
    }),
    { numRuns: countPropertyRuns(4) },
  );
});

test("COMM-43 COMM-45 after simultaneous steps, the counts equal the numbers of rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 20 }), async (steps) => {
      await sendQuestion();
      const copies = await listCopies();
      const statuses = await Promise.all(steps.map((step) => takeStep(step, copies)));
      expect(Math.max(...statuses)).toBeLessThan(500);
      await expectCorrectCounts();
    }),
    { numRuns: countPropertyRuns(4) },
  );
});

/** The first member asks the community, and all members get the question as today's daily question. */
async function askAndSend(): Promise<string> {
  const body = { body: "消える質問" };
  const asked = await members[0]?.send(postCommunityQuestion, { params: community, body });
  const uuid_hash = asked?.data.uuid_hash ?? "";
  await services.database.executeSql(
    `update community_questions set featured_rank = $1
    where question_pk = (select pk from questions where uuid_hash = $2)`,
    [++rank, uuid_hash],
  );
  await sendToMembers();
  return uuid_hash;
}

test("COMM-45 a deleted question leaves every inbox at once, and a job deletes its copies and corrects the counts", async () => {
  const unanswered = await askAndSend();
  const answered = await askAndSend();
  const copies = (await listCopies()).filter(({ original }) =>
    [unanswered, answered].includes(original),
  );
  expect(copies).toHaveLength(2 * members.length);
  const isOfKenta = ({ receiver }: Copy) => receiver === "kenta";
  const answeredCopy = copies.find((copy) => isOfKenta(copy) && copy.original === answered);
  const answerCopy = (copy?: Copy) =>
    takeStep({ kind: "answer_copy", memberIndex: 1, copyIndex: 0 }, copy ? [copy] : []);
  expect(await answerCopy(answeredCopy)).toBe(201);
  for (const uuid of [unanswered, answered]) {
    const params = { ...community, uuid };
    expect((await members[0]?.send(deleteCommunityQuestion, { params }))?.status).toBe(204);
  }
  const copyIds = copies.map(({ uuid_hash }) => uuid_hash);
  for (const member of members) {
    for (const status of ["unread", "confirmed"] as const) {
      const query = { limit: "20", status } as const;
      const { items } = (await member.send(listReceivedItems, { query })).data;
      expect(items.filter(({ uuid_hash }) => copyIds.includes(uuid_hash))).toEqual([]);
    }
  }
  const unansweredCopy = copies.find((copy) => isOfKenta(copy) && copy.original === unanswered);
  expect(await answerCopy(unansweredCopy)).toBe(404);

  await services.jobs.drain();
  await deleteCopies(services, answered);
  expect((await listCopies()).filter(({ uuid_hash }) => copyIds.includes(uuid_hash))).toEqual([]);
  await expectCorrectCounts();
  const readQuestion = (uuid: string) =>
    members[0]?.send(getCommunityQuestion, { params: { ...community, uuid } });
  expect((await readQuestion(unanswered))?.status).toBe(404);
  expect((await readQuestion(answered))?.data.question).toMatchObject({
    is_deleted: true,
    answers_count: 1,
  });
});
