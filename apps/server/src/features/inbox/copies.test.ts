import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { deleteAnswer, postAnswer } from "@toibako/contract/answers.ts";
import { postCommunityAnswer } from "@toibako/contract/communities/questions.ts";
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
  await services.database.executeSql(
    "update users set community_question_on = community_question_on - 1",
  );
  await sendDailyQuestions(services);
  return uuid_hash;
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

test("COMM-45 deleting a question removes its copies from every inbox and from the counts of the inboxes", async () => {
  const uuid_hash = await sendQuestion();
  const { rows } = await services.database.executeSql(
    "select pk from questions where uuid_hash = $1",
    [uuid_hash],
  );
  const [question] = rows as { pk: number }[];
  const [copy] = (await listCopies()).filter(
    ({ original, receiver }) => original === uuid_hash && receiver === "yui",
  );
  await takeStep({ kind: "answer_copy", memberIndex: 0, copyIndex: 0 }, copy ? [copy] : []);
  const receivers = await deleteCopies(services.db, Number(question?.pk));
  expect(receivers).toHaveLength(members.length);
  expect((await listCopies()).some(({ original }) => original === uuid_hash)).toBe(false);
  for (const member of members) {
    const { items } = (await member.send(listReceivedItems, { query: { limit: "20" } })).data;
    expect(items.every(({ answers_page_uri }) => !answers_page_uri?.includes(uuid_hash))).toBe(
      true,
    );
  }
  await expectCorrectCounts();
});
