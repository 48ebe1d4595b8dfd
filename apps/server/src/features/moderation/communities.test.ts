import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { deleteAnswer, postAnswer } from "@toibako/contract/answers.ts";
import {
  getCommunityQuestion,
  listCommunityAnswers,
  listCommunityQuestions,
} from "@toibako/contract/communities/questions.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import {
  deleteBlock,
  postBlock,
  postReport,
  type ReportMode,
} from "@toibako/contract/moderation.ts";
import { getQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { storeActiveAccounts } from "#platform/identity/activity.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  storeCommunity,
  storeCommunityAnswer,
  storeCommunityQuestion,
  storeMember,
} from "#platform/testing/communities.ts";
import { openSite } from "#platform/testing/site.ts";
import { sendDailyQuestions } from "../inbox/commands/daily-question.ts";

// Yui reads; Kenta and Aoi answer.
const site = await openSite();
const { services } = site;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
await site.registerPerson("aoi");
await storeCommunity(services, "harbour");
const community = { category_id: "testing", community_id: "harbour" };

const ask = (body: string) => storeCommunityQuestion(services, "harbour", { body });
const answer = (uuid: string, account: string, text: string) =>
  storeCommunityAnswer(services, uuid, account, text);

type Reported = { item_id: string } | { answer_id: string };
const report = (reporter: Browser, reported: Reported, mode: ReportMode = "unit") =>
  reporter.send(postReport, { body: { mode, ...reported } });

const listQuestions = async (viewer: Browser) =>
  (await viewer.send(listCommunityQuestions, { params: community })).data.items.map(
    ({ uuid_hash }) => uuid_hash,
  );

const listTexts = async (viewer: Browser, uuid: string) =>
  (await viewer.send(listCommunityAnswers, { params: { ...community, uuid } })).data.answers
    .map(({ text }) => text)
    .sort();

const countReports = async () => {
  const { rows } = await services.database.executeSql(
    "select count(*)::int as count from community_reports",
  );
  return (rows[0] as { count: number }).count;
};

test("COMM-45 a reported question of a community is hidden from its reporter alone, however often it is reported", async () => {
  const [bad, other] = [await ask("いやな質問"), await ask("ふつうの質問")];
  const before = await countReports();
  for (const _attempt of [1, 2]) {
    const { status, data } = await report(yui, { item_id: bad });
    expect([status, data]).toEqual([201, { item_uuids: [bad], held_item_uuids: [] }]);
  }
  expect(await countReports()).toBe(before + 1);
  expect(await listQuestions(yui)).toEqual([other]);
  expect((await listQuestions(kenta)).sort()).toEqual([bad, other].sort());
  expect((await listQuestions(site.openBrowser())).length).toBe(2);
});

test("COMM-45 a reported answer is hidden from its reporter alone", async () => {
  const uuid = await ask("答えて");
  const bad = await answer(uuid, "kenta", "いやな答え");
  await answer(uuid, "aoi", "ふつうの答え");
  for (const _attempt of [1, 2]) {
    const { status, data } = await report(yui, { answer_id: bad });
    expect([status, data]).toEqual([201, { item_uuids: [], held_item_uuids: [] }]);
  }
  expect(await listTexts(yui, uuid)).toEqual(["ふつうの答え"]);
  expect(await listTexts(kenta, uuid)).toHaveLength(2);
  const shown = await yui.send(getCommunityQuestion, { params: { ...community, uuid } });
  expect(shown.data.question.recent_answers.map(({ text }) => text)).toEqual(["ふつうの答え"]);
  expect((await report(kenta, { answer_id: bad })).status).toBe(422);
});

test("COMM-45 questions and answers of a community can only be reported one by one, and only while they are shown", async () => {
  const uuid = await ask("一つだけ");
  const answer_id = await answer(uuid, "kenta", "答え");
  const before = await countReports();
  for (const mode of ["multiple", "multipleWithBlock"] as const) {
    for (const reported of [{ item_id: uuid }, { answer_id }]) {
      const { status, error } = await report(yui, reported, mode);
      expect([status, Object.keys(error?.details ?? {})]).toEqual([400, ["mode"]]);
    }
  }
  const both = { mode: "unit", item_id: uuid, answer_id } as const;
  expect((await yui.send(postReport, { body: both })).status).toBe(400);
  expect((await yui.send(postReport, { body: { mode: "unit" } })).status).toBe(400);
  expect((await report(yui, { answer_id: "AAAAAAAAAAAAAAAAAAAAAA" })).status).toBe(404);
  expect((await report(site.openBrowser(), { item_id: uuid })).status).toBe(401);
  const held = await ask("保留中");
  await services.database.executeSql("update questions set status = 'held' where uuid_hash = $1", [
    held,
  ]);
  expect((await report(yui, { item_id: held })).status).toBe(404);
  const personal = await site.askQuestion(kenta, "yui", "個人の質問");
  const answered = { params: { question_id: personal }, body: { text: "はい" } };
  const { id } = (await yui.send(postAnswer, answered)).data.answer;
  expect((await report(kenta, { answer_id: id })).status).toBe(404);
  expect(await countReports()).toBe(before);
});

let rank = 0;

/** Creates a member and sends them a new daily question, ranked above all earlier ones. */
async function createMember(account: string) {
  const member = await site.registerPerson(account);
  await storeMember(services, "harbour", account);
  const original = await storeCommunityQuestion(services, "harbour", {
    body: "今日の質問",
    featured_rank: ++rank,
  });
  // A visit: only members who have visited the site lately get daily questions.
  await member.send(getUnreadCounts, {});
  await storeActiveAccounts(services);
  await sendDailyQuestions(services);
  const { items } = (await member.send(listReceivedItems, {})).data;
  return { member, original, copy: items[0]?.uuid_hash ?? "" };
}

const readCounts = async (person: Browser) =>
  (await person.send(listReceivedItems, {})).data.counts;
const none = { unread: 0, confirmed: 0, hidden: 0, held: 0 };

test("COMM-45 COMM-43 reporting a daily question reports its original and removes the copy", async () => {
  const { member, original, copy } = await createMember("mei");
  expect((await report(member, { item_id: copy }, "multiple")).status).toBe(400);
  expect((await report(yui, { item_id: copy })).status).toBe(404);
  expect((await readCounts(member)).unread).toBe(1);
  for (const _attempt of [1, 2]) {
    const { status, data } = await report(member, { item_id: copy });
    expect([status, data]).toEqual([201, { item_uuids: [copy], held_item_uuids: [] }]);
  }
  expect(await readCounts(member)).toEqual(none);
  expect(await listQuestions(member)).not.toContain(original);
});

test("COMM-45 COMM-43 reporting a question of a community removes its unanswered copy; an answered one stays", async () => {
  const unanswered = await createMember("ren");
  await report(unanswered.member, { item_id: unanswered.original });
  expect(await readCounts(unanswered.member)).toEqual(none);
  const answered = await createMember("sora");
  const call = { params: { question_id: answered.copy }, body: { text: "はい" } };
  expect((await answered.member.send(postAnswer, call)).status).toBe(201);
  await report(answered.member, { item_id: answered.original });
  expect(await readCounts(answered.member)).toEqual({ ...none, confirmed: 1 });
});

test("COMM-45 COMM-43 deleting the answer to a reported question removes the copy of the question", async () => {
  const { member, original, copy } = await createMember("toru");
  const call = { params: { question_id: copy }, body: { text: "はい" } };
  const { id } = (await member.send(postAnswer, call)).data.answer;
  await report(member, { item_id: original });
  expect((await member.send(deleteAnswer, { params: { id } })).status).toBe(204);
  expect(await readCounts(member)).toEqual(none);
  expect((await member.send(listReceivedItems, {})).data.items).toEqual([]);
});

test("COMM-45 PROF-06 profiles leave out answers that the viewer has reported, for this viewer only, and keep the viewer's own answers", async () => {
  const question = await ask("プロフィール");
  const reported = await answer(question, "kenta", "見たくない答え");
  await answer(question, "aoi", "ほかの答え");
  const viewer = await site.registerPerson("rina");
  await report(viewer, { answer_id: reported });
  const listTextsOf = async (viewer: Browser, account: string) =>
    (await viewer.send(listItems, { query: { account } })).data.items.map(
      ({ answer_body }) => answer_body,
    );
  expect(await listTextsOf(viewer, "kenta")).not.toContain("見たくない答え");
  expect(await listTextsOf(yui, "kenta")).toContain("見たくない答え");
  expect(await listTextsOf(viewer, "aoi")).toContain("ほかの答え");
  const ownAnswer = await answer(question, "rina", "自分の答え");
  await report(viewer, { item_id: question });
  expect(await listTextsOf(viewer, "aoi")).not.toContain("ほかの答え");
  expect(await listTextsOf(viewer, "rina")).toEqual(["自分の答え"]);
  const shown = { params: { id: question }, query: { answer_id: ownAnswer } };
  expect((await viewer.send(getQuestion, shown)).status).toBe(200);
});

test("COMM-45 BOX-15 the answerer is blocked by name, which hides their answers from the blocker", async () => {
  const uuid = await ask("だれの答え？");
  await answer(uuid, "kenta", "ケンタの答え");
  await answer(uuid, "aoi", "アオイの答え");
  const blocked = await yui.send(postBlock, { body: { account: "kenta" } });
  expect(blocked.status).toBe(201);
  expect(await listTexts(yui, uuid)).toEqual(["アオイの答え"]);
  expect(await listTexts(kenta, uuid)).toHaveLength(2);
  await yui.send(deleteBlock, { params: { id: blocked.data.block.id } });
  expect(await listTexts(yui, uuid)).toHaveLength(2);
});

test("COMM-45 BOX-15 the sender of a community's question can't be blocked by it", async () => {
  const { member, original, copy } = await createMember("hina");
  for (const question_id of [original, copy]) {
    expect((await member.send(postBlock, { body: { question_id } })).status).toBe(404);
  }
});
