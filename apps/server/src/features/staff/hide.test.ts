import { postAnswer } from "@toibako/contract/answers.ts";
import { listBroughtAnswers } from "@toibako/contract/archives/brought.ts";
import {
  getCommunityQuestion,
  listCommunityAnswers,
  listCommunityQuestions,
  listSampleQuestions,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { listItems } from "@toibako/contract/items.ts";
import { destroyAccount } from "@toibako/contract/leaving.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { takeBackMessage } from "@toibako/contract/messages.ts";
import { postReport } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { listWaitingQuestions } from "@toibako/contract/outbox.ts";
import { forgetVisitor } from "@toibako/contract/privacy.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { reportRoomMessage } from "@toibako/contract/rooms/messages.ts";
import {
  type CaseActionKind,
  decideCase,
  listCases,
  listOwnDecisions,
  openCase,
  postAppeal,
  undoAction,
} from "@toibako/contract/staff/cases.ts";
import { postTalkReport } from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import { createArchive, createRecord, packZip, uploadArchive } from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { createRoomCalls } from "#platform/testing/rooms.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { createMessageKey } from "#platform/testing/talks.ts";

// Kenta answers, Yui asks and reports, Emi and Ren decide.
const site = await openSite();
const { jobs, database } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const mei = await site.registerPerson("mei");
const visitor = site.openBrowser();
const emi = await registerStaff(site, "emi");
const ren = await registerStaff(site, "ren");
const { createRoom, createPerson, createTalk, join, post, postInRoom, read, readRoom } =
  createRoomCalls(site);
const travel = { category_id: "hobby", community_id: "travel" };

async function findCase(excerpt: string): Promise<string> {
  const { cases } = (await emi.send(listCases, {})).data;
  return cases.find((listed) => listed.excerpt === excerpt)?.id ?? "";
}

async function decideAs(staff: Browser, id: string, kind: CaseActionKind, message?: string) {
  const { version } = (await staff.send(openCase, { params: { id } })).data.case;
  const body = { version, kind, ...(message && { message }) };
  const decided = await staff.send(decideCase, { params: { id }, body });
  if (decided.status === 201) await jobs.drain();
  return decided;
}

/** Hides what a case with this excerpt is about; returns the id of the decision. */
async function hide(excerpt: string): Promise<string> {
  const decided = await decideAs(emi, await findCase(excerpt), "hide");
  expect(decided.status).toBe(201);
  return decided.data.action.id;
}

async function undo(id: string): Promise<void> {
  expect((await ren.send(undoAction, { params: { id } })).status).toBe(204);
  await jobs.drain();
}

/** Everything that others see of a question of a community and of the answers to it, by place. */
async function collectPlaces(uuid: string, answer_id: string) {
  const params = { ...travel, uuid };
  const read = async (path: string) => {
    const { status, text } = await visitor.sendRaw<string>("GET", path);
    return { status, text: path.startsWith("/cards") ? "" : text };
  };
  const query = { answer_id };
  return {
    profile: (await visitor.send(listItems, { query: { account: "kenta" } })).data,
    page: (await visitor.send(getQuestion, { params: { id: uuid }, query })).data,
    latest: (await visitor.send(listLatestAnswers, { params: { uuid }, query })).data,
    question: (await visitor.send(getCommunityQuestion, { params })).data,
    answers: (await visitor.send(listCommunityAnswers, { params })).data,
    list: (await visitor.send(listCommunityQuestions, { params: travel })).data,
    samples: (await visitor.send(listSampleQuestions, {})).data,
    counts: (await visitor.send(getUser, { params: { id: "kenta" } })).data,
    feed: await read("/ja/kenta/feed.atom"),
    sitemap: await read("/sitemap/answers/0.xml"),
    communitySitemap: await read("/sitemap/communities/0.xml"),
    embed: await read(`/embed/ja/${uuid}?answer_id=${answer_id}`),
    card: await read(`/cards/questions/${uuid}.png`),
    answerCard: await read(`/cards/questions/${uuid}.png?answer_id=${answer_id}`),
  };
}

let count = 0;

/** Lets Yui ask a community, Kenta answer and Mei like it; both texts contain a number. */
async function askAndAnswer() {
  const number = ++count;
  const question = `ひどい質問その${number}`;
  const answer = `ひどい答えその${number}`;
  const asked = await yui.send(postCommunityQuestion, {
    params: travel,
    body: { body: question },
  });
  const uuid = asked.data.uuid_hash;
  const params = { ...travel, uuid };
  const answer_id = (await kenta.send(postCommunityAnswer, { params, body: { body: answer } })).data
    .answer.id;
  await mei.send(toggleLike, { body: { answer_id } });
  await jobs.drain();
  return { uuid, answer_id, question, answer };
}

test("MOD-02 MOD-04 a hidden answer is nowhere, its author hears of it and appeals, and the undone decision shows it again exactly", async () => {
  const { uuid, answer_id, answer } = await askAndAnswer();
  const before = await collectPlaces(uuid, answer_id);
  expect(JSON.stringify(before)).toContain(answer);
  await mei.send(postReport, { body: { mode: "unit", answer_id } });
  await hide(answer);
  const hidden = await collectPlaces(uuid, answer_id);
  expect(JSON.stringify(hidden)).not.toContain(answer);
  expect(hidden.answerCard.status).toBe(404);
  expect(hidden.embed.status).toBe(404);
  expect(hidden.counts).toMatchObject({ user: { answers_count: 0 } });
  const notices = (await kenta.send(listNotices, {})).data.notices.map(({ text }) => text);
  expect(notices).toContain("あなたの書いたものが非表示になりました。理由を確認してください。");
  const reported = (await mei.send(listNotices, {})).data.notices.map(({ text }) => text);
  expect(reported).toContain("あなたの通報を確認し、対応しました。ありがとうございます。");
  const [decision] = (await kenta.send(listOwnDecisions, {})).data.decisions;
  expect(decision).toMatchObject({ kind: "hide", appeal: "none" });
  await kenta.send(postAppeal, {
    params: { id: decision?.id ?? "" },
    body: { text: "ふつうの答えです" },
  });
  const appeal = await findCase("ふつうの答えです");
  expect((await decideAs(emi, appeal, "accept_appeal")).error?.code).toBe("refused");
  await database.executeSql("update cases set held_until = null");
  expect((await decideAs(ren, appeal, "accept_appeal")).status).toBe(201);
  expect(await collectPlaces(uuid, answer_id)).toEqual(before);
  // Its reporter doesn't see it again.
  const ofReporter = await mei.send(listCommunityAnswers, { params: { ...travel, uuid } });
  expect(ofReporter.data.answers).toEqual([]);
});

test("MOD-02 SAFE-15 a like of a visitor who was forgotten while the answer was hidden doesn't come back", async () => {
  const { answer_id, answer } = await askAndAnswer();
  const forgotten = site.openBrowser();
  await forgotten.send(toggleLike, { body: { answer_id } });
  await mei.send(postReport, { body: { mode: "unit", answer_id } });
  const action_id = await hide(answer);
  expect((await forgotten.send(forgetVisitor, {})).status).toBe(204);
  await undo(action_id);
  const { rows } = await database.executeSql(
    `select likes_count, (select count(*)::int from answer_likes where answer_pk = answers.pk) as likes
     from answers where id = $1`,
    [answer_id],
  );
  expect(rows).toEqual([{ likes_count: 1, likes: 1 }]);
});

test("MOD-02 a hidden question of a community is in no list and without its text beside its answers, until the decision is undone", async () => {
  const { uuid, answer_id, question } = await askAndAnswer();
  const before = await collectPlaces(uuid, answer_id);
  await mei.send(postReport, { body: { mode: "unit", item_id: uuid } });
  const action_id = await hide(question);
  const hidden = await collectPlaces(uuid, answer_id);
  expect(JSON.stringify(hidden)).not.toContain(question);
  expect(hidden.card.status).toBe(404);
  expect(hidden.question).toMatchObject({ question: { is_deleted: true, text: "" } });
  expect(hidden.list.pager.total_count).toBe(before.list.pager.total_count - 1);
  const again = { params: { ...travel, uuid }, body: { body: "もう一度" } };
  expect((await mei.send(postCommunityAnswer, again)).status).toBe(404);
  await undo(action_id);
  expect(await collectPlaces(uuid, answer_id)).toEqual(before);
});

test("MOD-02 a hidden question without an answer leaves its sender's list of waiting questions, and comes back", async () => {
  const asked = await yui.send(postCommunityQuestion, {
    params: travel,
    body: { body: "だれも答えない質問" },
  });
  const item_id = asked.data.uuid_hash;
  const listWaiting = async () =>
    (await yui.send(listWaitingQuestions, {})).data.questions.map(({ body }) => body);
  await mei.send(postReport, { body: { mode: "unit", item_id } });
  const action_id = await hide("だれも答えない質問");
  expect(await listWaiting()).not.toContain("だれも答えない質問");
  await undo(action_id);
  expect(await listWaiting()).toContain("だれも答えない質問");
});

test("MOD-02 an answer that was given again meanwhile stays when the decision about the first is undone", async () => {
  const { uuid, answer_id, answer } = await askAndAnswer();
  await mei.send(postReport, { body: { mode: "unit", answer_id } });
  const action_id = await hide(answer);
  const params = { ...travel, uuid };
  const again = await kenta.send(postCommunityAnswer, { params, body: { body: "よい答え" } });
  expect(again.status).toBe(201);
  await undo(action_id);
  const { answers, pager } = (await visitor.send(listCommunityAnswers, { params })).data;
  expect(answers.map(({ text }) => text)).toEqual(["よい答え"]);
  expect(pager.total_count).toBe(1);
});

test("MOD-02 hiding a reported question of an inbox changes nothing for its sender, and can be undone", async () => {
  const item_id = await site.askQuestion(kenta, "yui", "受け取った質問");
  await yui.send(postReport, { body: { mode: "unit", item_id } });
  const action_id = await hide("受け取った質問");
  const waiting = (await kenta.send(listWaitingQuestions, {})).data.questions;
  expect(waiting.map(({ body }) => body)).toContain("受け取った質問");
  const answer = { params: { question_id: item_id }, body: { text: "はい" } };
  expect((await yui.send(postAnswer, answer)).status).toBe(404);
  await undo(action_id);
});

test("MOD-02 SET-22 a hidden answer that was brought along isn't brought again by its archive, and comes back by undoing", async () => {
  const mio = await site.registerPerson("mio");
  const record = createRecord({ body: "質問", text: "持ってきた答え" });
  const archive = await packZip(createArchive([record]));
  await uploadArchive(mio, archive);
  await jobs.drain();
  const list = async () =>
    (await visitor.send(listBroughtAnswers, { params: { account: "mio" }, query: {} })).data;
  const before = await list();
  const brought_answer_id = before.answers[0]?.id ?? "";
  await yui.send(postReport, { body: { mode: "unit", brought_answer_id } });
  const action_id = await hide("持ってきた答え");
  expect(await list()).toMatchObject({ answers: [], pager: { total_count: 0 } });
  await database.executeSql("update archive_imports set status = 'done'");
  await uploadArchive(mio, archive);
  await jobs.drain();
  expect((await list()).answers).toEqual([]);
  await undo(action_id);
  expect(await list()).toEqual(before);
});

test("MOD-02 TALK-35 the reported messages of a talk are hidden from both, and come back; without messages nothing can be hidden", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "ひどい言葉");
  await post(receiver, uuid, "やめて");
  const body = { uuid, mode: "report" as const, includes_messages: true };
  await receiver.browser.send(postTalkReport, { body });
  const listBodies = async () => (await read(receiver, uuid)).messages.map(({ body }) => body);
  const after = String((await read(receiver, uuid)).state.last_change);
  const action_id = await hide("ひどい言葉");
  expect(await listBodies()).toEqual(["やめて", ""]);
  // Open pages read the change.
  const changed = await read(starter, uuid, { after });
  expect(changed.messages).toMatchObject([{ body: "", is_taken_back: true }]);
  await undo(action_id);
  expect(await listBodies()).toEqual(["やめて", "ひどい言葉"]);
  const other = await createTalk();
  await post(other.starter, other.uuid, "報告されない言葉");
  await other.receiver.browser.send(postTalkReport, {
    body: { uuid: other.uuid, mode: "report", note: "言葉なし" },
  });
  const { cases } = (await emi.send(listCases, { query: { kind: "talk" } })).data;
  const id = cases.find(({ excerpt }) => excerpt === "")?.id ?? "";
  expect((await decideAs(emi, id, "hide")).error?.code).toBe("refused");
});

test("MOD-02 TALK-33 a hidden message that its author takes back meanwhile doesn't come back", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const key = createMessageKey();
  await post(starter, uuid, "取り消す言葉", key);
  const body = { uuid, mode: "report" as const, includes_messages: true };
  await receiver.browser.send(postTalkReport, { body });
  const action_id = await hide("取り消す言葉");
  const params = { uuid, key };
  expect((await starter.browser.send(takeBackMessage, { params })).status).toBe(200);
  await undo(action_id);
  expect((await read(receiver, uuid)).messages.map(({ body }) => body)).toEqual([""]);
});

test("MOD-02 SET-15 the hidden messages of a talk go with the account of their author", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "消える言葉");
  const body = { uuid, mode: "report" as const, includes_messages: true };
  await receiver.browser.send(postTalkReport, { body });
  const action_id = await hide("消える言葉");
  const { account } = starter;
  const destroyed = await starter.browser.send(destroyAccount, { body: { account, password } });
  expect(destroyed.status).toBe(204);
  await jobs.drain();
  // Runs the jobs that the first run has enqueued.
  await jobs.drain();
  await undo(action_id);
  expect((await read(receiver, uuid)).messages.map(({ body }) => body)).toEqual([""]);
  const { rows } = await database.executeSql(
    "select from hidden_contents where stored::text like '%消える言葉%'",
  );
  expect(rows).toEqual([]);
});

test("MOD-02 ROOM-29 a hidden message of a room is shown to nobody, and comes back", async () => {
  const [writer, reader] = [await createPerson(), await createPerson()];
  const uuid = await createRoom();
  await join(writer, uuid);
  await join(reader, uuid);
  const key = "a-message-of-the-room-1";
  await postInRoom(writer, uuid, "部屋のひどい言葉", { key });
  const reported = await reader.browser.send(reportRoomMessage, {
    params: { uuid, key },
    body: { reason: "harassment", includes_messages: false },
  });
  expect(reported.status).toBe(201);
  const listBodies = async () =>
    (await readRoom(reader, uuid)).group_messages.map(({ body }) => body);
  const action_id = await hide("部屋のひどい言葉");
  expect(await listBodies()).toEqual([""]);
  await undo(action_id);
  expect(await listBodies()).toEqual(["部屋のひどい言葉"]);
});
