import { createHash } from "node:crypto";
import { register } from "@toibako/contract/accounts.ts";
import {
  listCommunityQuestions,
  listOwnCommunityItems,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { postReport } from "@toibako/contract/moderation.ts";
import { listWaitingQuestions } from "@toibako/contract/outbox.ts";
import {
  type CaseActionKind,
  decideCase,
  listCases,
  openCase,
  stopDays,
  undoAction,
} from "@toibako/contract/staff/cases.ts";
import { listTalks, postTalkReport } from "@toibako/contract/talks.ts";
import { beforeEach, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { createTalkCalls } from "#platform/testing/talks.ts";
import { deleteEndedStops, stopSender } from "./commands/stop-sender.ts";

// Kenta sends to Yui, who reports; Emi decides.
const site = await openSite();
const { jobs, database, db } = site.services;
const yui = await site.registerPerson("yui");
const mei = await site.registerPerson("mei");
const kenta = await site.registerPerson("kenta");
const emi = await registerStaff(site, "emi");
const travel = { category_id: "hobby", community_id: "travel" };
const { createTalk, startedTalk, post } = createTalkCalls(site);

beforeEach(async () => {
  await database.executeSql("delete from stopped_senders");
});

async function decideAs(excerpt: string, kind: CaseActionKind) {
  const { cases } = (await emi.send(listCases, {})).data;
  const params = { id: cases.find((listed) => listed.excerpt === excerpt)?.id ?? "" };
  const opened = (await emi.send(openCase, { params })).data.case;
  const decided = await emi.send(decideCase, { params, body: { version: opened.version, kind } });
  await jobs.drain();
  return { opened, ...decided };
}

/** Lets a sender ask Yui, and stops them because of it. */
async function stop(sender: Browser, body: string) {
  const item_id = await site.askQuestion(sender, "yui", body);
  await yui.send(postReport, { body: { mode: "unit", item_id } });
  const decided = await decideAs(body, "stop_sender");
  expect(decided.status).toBe(201);
  return decided;
}

const listReceived = async (receiver: Browser) =>
  (await receiver.send(listReceivedItems, {})).data.items.map(({ body }) => body);
const listWaiting = async (sender: Browser) =>
  (await sender.send(listWaitingQuestions, {})).data.questions.map(({ body }) => body);
async function countStops(): Promise<number> {
  const { rows } = await database.executeSql("select count(*)::int as count from stopped_senders");
  return (rows[0] as { count: number }).count;
}

test("MOD-03 a stopped sender goes on seeing what they send, which reaches nobody, and staff don't learn who it is", async () => {
  const { opened, data } = await stop(kenta, "止められる質問");
  expect(JSON.stringify([opened, data])).not.toContain("kenta");
  expect(await countStops()).toBe(1);
  await site.askQuestion(kenta, "mei", "とどかない質問");
  expect(await listReceived(mei)).not.toContain("とどかない質問");
  expect(await listWaiting(kenta)).toContain("とどかない質問");
  const body = { body: "とどかないコミュニティの質問" };
  const asked = await kenta.send(postCommunityQuestion, { params: travel, body });
  expect(asked.status).toBe(201);
  const listed = (await mei.send(listCommunityQuestions, { params: travel })).data.items;
  expect(listed.map(({ text }) => text)).not.toContain(body.body);
  // Others still reach everybody.
  await site.askQuestion(yui, "mei", "とどく質問");
  expect(await listReceived(mei)).toContain("とどく質問");
});

test("MOD-03 a stop ends when it is undone, and the other stops of the same sender stay", async () => {
  const first = await stop(kenta, "一つ目");
  // Yui still gets what was sent before the stop.
  await database.executeSql("delete from stopped_senders");
  const second = await stop(kenta, "二つ目");
  await database.executeSql(
    "insert into stopped_senders select sha256(tag), ends_on from stopped_senders",
  );
  const params = { id: second.data.action.id };
  expect((await emi.send(undoAction, { params })).status).toBe(204);
  await jobs.drain();
  expect(await countStops()).toBe(1);
  await site.askQuestion(kenta, "mei", "またとどく質問");
  expect(await listReceived(mei)).toContain("またとどく質問");
  expect(first.status).toBe(201);
});

test("MOD-03 the job of a stop may run twice, and once more after its decision was undone", async () => {
  const { data } = await stop(kenta, "くりかえす仕事");
  const { id } = data.action;
  await stopSender(site.services, id);
  expect(await countStops()).toBe(1);
  expect((await emi.send(undoAction, { params: { id } })).status).toBe(204);
  await jobs.drain();
  await stopSender(site.services, id);
  expect(await countStops()).toBe(0);
});

test("MOD-03 two stops of one sender have nothing in common, and each ends after 90 days", async () => {
  const items = [
    await site.askQuestion(kenta, "yui", "ひとつ"),
    await site.askQuestion(kenta, "mei", "ふたつ"),
  ];
  await yui.send(postReport, { body: { mode: "unit", item_id: items[0] ?? "" } });
  await mei.send(postReport, { body: { mode: "unit", item_id: items[1] ?? "" } });
  const decided = [
    await decideAs("ひとつ", "stop_sender"),
    await decideAs("ふたつ", "stop_sender"),
  ];
  // Decisions choose one of eight tags by their ids.
  const chosen = decided.map(({ data }) => {
    const [first = 0] = createHash("sha256").update(data.action.id).digest();
    return first % 8;
  });
  const { rows } = await database.executeSql(
    "select count(distinct tag)::int as tags, min(ends_on) - current_date as days from stopped_senders",
  );
  expect(rows).toEqual([{ tags: new Set(chosen).size, days: stopDays }]);
  await database.executeSql("update stopped_senders set ends_on = current_date");
  await site.askQuestion(kenta, "mei", "九十日のあと");
  expect(await listReceived(mei)).toContain("九十日のあと");
  await deleteEndedStops(db);
  expect(await countStops()).toBe(0);
});

test("MOD-03 a stopped visitor stays stopped after signing in", async () => {
  const visitor = site.openBrowser();
  await stop(visitor, "ビジターの質問");
  const body = { account: "visitor", password, locale: "ja" } as const;
  expect((await visitor.send(register, { body })).status).toBe(201);
  await site.askQuestion(visitor, "mei", "ビジターのつぎ");
  expect(await listReceived(mei)).not.toContain("ビジターのつぎ");
});

test("MOD-03 TALK-35 the stopped starter of a talk starts others that don't arrive", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "ひどい話");
  await receiver.browser.send(postTalkReport, {
    body: { uuid, mode: "report", includes_messages: true },
  });
  const { opened, status } = await decideAs("ひどい話", "stop_sender");
  expect([status, opened.subject, opened.is_sender_sealed]).toEqual([201, null, true]);
  const other = await createTalk();
  const next = await startedTalk(starter, other.receiver);
  expect((await post(starter, next, "とどかない話")).status).toBe(201);
  const talks = (await other.receiver.browser.send(listTalks, {})).data.talks;
  expect(talks.map((talk) => talk.uuid)).not.toContain(next);
});

test("MOD-03 nobody can be stopped whom the case names", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "こんにちは");
  await post(receiver, uuid, "相手の言葉");
  await starter.browser.send(postTalkReport, {
    body: { uuid, mode: "report", includes_messages: true },
  });
  const refused = await decideAs("相手の言葉", "stop_sender");
  expect([refused.status, refused.error?.code]).toEqual([422, "refused"]);
});

test("COMM-42 a held question waits for staff: let through, it is shown as if it had just been asked; refused, only its sender sees it", async () => {
  const ask = async (text: string) => {
    const call = { params: travel, body: { body: text } };
    return (await kenta.send(postCommunityQuestion, call)).data.uuid_hash;
  };
  const listTexts = async () =>
    (await mei.send(listCommunityQuestions, { params: travel })).data.items.map(({ text }) => text);
  for (const text of ["死ね、通してください", "死ね、通さないで"]) await ask(text);
  const own = async () => (await kenta.send(listOwnCommunityItems, { params: travel })).data;
  expect(JSON.stringify(await own())).toContain("死ね");
  expect(await listTexts()).toEqual([]);
  const shown = await decideAs("死ね、通してください", "let_through");
  expect([shown.status, shown.opened.kind, shown.opened.reports[0]?.note]).toEqual([
    201,
    "held_question",
    "死ね",
  ]);
  const refused = await decideAs("死ね、通さないで", "refuse_question");
  expect(refused.status).toBe(201);
  expect(await listTexts()).toEqual(["死ね、通してください"]);
  const undone = await emi.send(undoAction, { params: { id: shown.data.action.id } });
  expect(undone.status).toBe(204);
  expect(await listTexts()).toEqual([]);
});
