import { randomBytes } from "node:crypto";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import {
  listMessages,
  type Message,
  postMessage,
  readAllMessages,
  takeBackMessage,
} from "@toibako/contract/messages.ts";
import { deleteBlock, listBlocks, postBlock } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { putProfile } from "@toibako/contract/settings.ts";
import {
  acceptMessageTerms,
  getTalk,
  listTalkReports,
  listTalks,
  postTalkReport,
  removeTalk,
  showStarter,
  startTalk,
  updateTalk,
} from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const { executeSql } = site.services.database;

let peopleCount = 0;

interface Person {
  account: string;
  browser: Browser;
}

/** Registers a person of age who has accepted the terms and receives messages; `columns` changes that. */
async function createPerson(columns: Record<string, unknown> = {}): Promise<Person> {
  const account = `person_${++peopleCount}`;
  const browser = await site.registerPerson(account);
  const all = {
    birthday: "1990-05-05",
    is_receive_dm: true,
    is_message_tos_showed: true,
    ...columns,
  };
  for (const [column, value] of Object.entries(all)) {
    await executeSql(`update users set ${column} = $1 where account = $2`, [value, account]);
  }
  return { account, browser };
}

const createKey = () => randomBytes(12).toString("base64url");

const start = (starter: Person, receiver: Person) =>
  starter.browser.send(startTalk, { body: { talk: { account: receiver.account } } });

async function startedTalk(starter: Person, receiver: Person): Promise<string> {
  const { status, data } = await start(starter, receiver);
  expect(status).toBe(201);
  return data.talk.uuid;
}

const post = (person: Person, talk_uuid: string, body: string, key = createKey()) =>
  person.browser.send(postMessage, { body: { message: { talk_uuid, body, key } } });

const read = async (person: Person, uuid: string, query: object = {}) =>
  (await person.browser.send(listMessages, { query: { uuid, ...query } })).data;

const listOf = async (person: Person) => (await person.browser.send(listTalks, {})).data.talks;

async function createTalk() {
  const starter = await createPerson();
  const receiver = await createPerson();
  const uuid = await startedTalk(starter, receiver);
  return { starter, receiver, uuid };
}

test("TALK-05 a second start with the same person returns the same talk, and the other direction is another talk", async () => {
  const { starter, receiver, uuid } = await createTalk();
  expect(await startedTalk(starter, receiver)).toBe(uuid);
  expect(await startedTalk(receiver, starter)).not.toBe(uuid);
  const both = await Promise.all([start(starter, receiver), start(starter, receiver)]);
  expect(both.map(({ data }) => data.talk.uuid)).toEqual([uuid, uuid]);
});

test("TALK-01 TALK-05 a talk is in its receiver's list from its first message on", async () => {
  const { starter, receiver, uuid } = await createTalk();
  expect(await listOf(receiver)).toEqual([]);
  expect((await receiver.browser.send(getTalk, { params: { uuid } })).status).toBe(404);
  expect(await listOf(starter)).toMatchObject([{ uuid, is_starter: true, last_message_at: null }]);
  expect((await post(starter, uuid, "こんにちは")).status).toBe(201);
  expect(await listOf(receiver)).toMatchObject([
    {
      uuid,
      is_viewable: true,
      is_starter: false,
      last_message_body: "こんにちは",
      unread_count: 1,
      partner: { account: null, displaying_name: "" },
    },
  ]);
});

test("TALK-31 the receiver doesn't see who has started a talk until the starter shows it", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "はじめまして");
  const seen = JSON.stringify([await listOf(receiver), await read(receiver, uuid)]);
  expect(seen).not.toContain(starter.account);
  const params = { uuid };
  expect((await receiver.browser.send(showStarter, { params })).status).toBe(403);
  expect((await starter.browser.send(showStarter, { params })).status).toBe(200);
  expect(await listOf(receiver)).toMatchObject([
    { is_starter_shown: true, partner: { account: starter.account } },
  ]);
});

test("TALK-09 TALK-18 messages are read newest first by page, and reading marks them", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "1");
  await post(receiver, uuid, "2");
  for (let number = 3; number <= 25; number++) await post(starter, uuid, String(number));
  const first = await read(receiver, uuid);
  expect(first.messages.map(({ body }) => body)).toEqual(
    Array.from({ length: 20 }, (_, index) => String(25 - index)),
  );
  expect(first.has_more).toBe(true);
  expect(first.messages[0]).toMatchObject({ me: false, is_read: false });
  const second = await read(receiver, uuid, { page: "2" });
  expect(second.messages.map(({ body }) => body)).toEqual(["5", "4", "3", "2", "1"]);
  const before = first.messages.at(-1)?.number;
  expect(await read(receiver, uuid, { before: String(before) })).toEqual(second);
  const [talk] = await listOf(receiver);
  expect(talk?.unread_count).toBe(11);
  await receiver.browser.send(readAllMessages, { params: { uuid } });
  expect((await listOf(receiver))[0]?.unread_count).toBe(0);
  const ofStarter = await read(starter, uuid);
  expect(ofStarter.messages.every(({ is_read }) => is_read)).toBe(true);
});

test("TALK-18 messages are read up to the last one that was seen, and the notice of a later one stays", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const numbers: number[] = [];
  for (const text of ["1", "2", "3"]) {
    numbers.push((await post(starter, uuid, text)).data.message.number);
  }
  await site.services.jobs.drain();
  const readUpTo = (up_to?: number | string) =>
    receiver.browser.send(readAllMessages, {
      params: { uuid },
      query: up_to === undefined ? {} : { up_to: String(up_to) },
    });
  const observe = async () => {
    const { state } = await read(starter, uuid);
    const { messages, notices } = (await receiver.browser.send(getUnreadCounts, {})).data;
    return [state.partner_read_number, messages, notices];
  };
  expect((await readUpTo(0)).status).toBe(200);
  expect(await observe()).toEqual([0, 3, 1]);
  await readUpTo(numbers[1]);
  expect(await observe()).toEqual([numbers[1], 1, 1]);
  // Marks only grow.
  await readUpTo(numbers[0]);
  expect(await observe()).toEqual([numbers[1], 1, 1]);
  await readUpTo(numbers[2]);
  expect(await observe()).toEqual([numbers[2], 0, 0]);
  await post(receiver, uuid, "reply");
  const next = (await post(starter, uuid, "4")).data.message.number;
  await readUpTo(1_000_000);
  expect(await observe()).toEqual([next, 0, 0]);
  const last = (await post(starter, uuid, "5")).data.message.number;
  await readUpTo("all");
  expect(await observe()).toEqual([last, 0, 0]);
});

test("TALK-14 the same key makes one message for ever, and another text or sender is refused", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const key = createKey();
  const replies = await Promise.all([
    post(starter, uuid, "一度だけ", key),
    post(starter, uuid, "一度だけ", key),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  expect(replies[0]?.data.message.number).toBe(replies[1]?.data.message.number);
  expect((await read(receiver, uuid)).messages).toHaveLength(1);
  expect((await post(starter, uuid, "べつの", key)).error?.code).toBe("key_reused");
  expect((await post(receiver, uuid, "一度だけ", key)).error?.code).toBe("key_reused");
  await executeSql("update messages set posted_minute = posted_minute - interval '1 year'");
  expect((await post(starter, uuid, "一度だけ", key)).status).toBe(201);
});

test.each(["short", "with spaces in the key", "k".repeat(41), "鍵".repeat(20)])(
  "TALK-14 the key %j is malformed",
  async (key) => {
    const { starter, uuid } = await createTalk();
    expect((await post(starter, uuid, "x", key)).status).toBe(400);
  },
);

test("TALK-15 a text has 1 to 1,000 characters", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "a");
  await post(receiver, uuid, "b");
  expect((await post(starter, uuid, " \n ")).status).toBe(400);
  expect((await post(starter, uuid, "👨‍👩‍👧‍👦".repeat(1_000))).status).toBe(201);
  expect((await post(starter, uuid, "あ".repeat(1_001))).error?.code).toBe("invalid_fields");
  const unclean = await post(starter, uuid, "\ud800x\u202e");
  expect(unclean.data.message.body).toBe("x");
});

test("TALK-20 TALK-22 whoever lacks the terms, a birthday or the age learns what, and every other refusal is the same", async () => {
  const receiver = await createPerson();
  const refusals: [Record<string, unknown>, string][] = [
    [{ is_message_tos_showed: false }, "terms_needed"],
    [{ birthday: null }, "birth_date_needed"],
    [{ birthday: "2015-01-01" }, "too_young"],
  ];
  for (const [columns, code] of refusals) {
    expect((await start(await createPerson(columns), receiver)).error?.code).toBe(code);
  }
  const starter = await createPerson();
  const replies = [];
  for (const refusing of [
    await createPerson({ is_receive_dm: false }),
    await createPerson({ birthday: "2015-01-01" }),
    await createPerson({ birthday: null }),
  ]) {
    replies.push(await start(starter, refusing));
  }
  expect(new Set(replies.map(({ text }) => text))).toHaveLength(1);
  expect(replies[0]?.status).toBe(403);
});

test("TALK-20 the terms and a birthday can be given", async () => {
  const receiver = await createPerson();
  const starter = await createPerson({ is_message_tos_showed: false, birthday: null });
  await starter.browser.send(acceptMessageTerms, {});
  expect((await start(starter, receiver)).status).toBe(412);
  const birthday = { year: 1990, month: 5, day: 5 };
  await starter.browser.send(putProfile, { body: { user: { birthday } } } as never);
  await executeSql("update users set birthday = '1990-05-05' where account = $1", [
    starter.account,
  ]);
  expect((await start(starter, receiver)).status).toBe(201);
});

test("TALK-32 an existing talk goes on when receiving is switched off, and ended, blocked and left are refused alike", async () => {
  const replies = [];
  for (const refuse of [
    async ({ browser }: Person, uuid: string) =>
      browser.send(updateTalk, { params: { uuid }, body: { is_ended: true } }),
    async ({ browser }: Person, uuid: string) =>
      browser.send(postTalkReport, { body: { uuid, mode: "block" } }),
    async ({ account }: Person) =>
      executeSql("update users set left_at = now() where account = $1", [account]),
  ]) {
    const { starter, receiver, uuid } = await createTalk();
    await post(starter, uuid, "1");
    await executeSql("update users set is_receive_dm = false where account = $1", [
      receiver.account,
    ]);
    expect((await post(starter, uuid, "2")).status).toBe(201);
    await refuse(receiver, uuid);
    replies.push(await post(starter, uuid, "3"));
  }
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(new Set(replies.map(({ text }) => text))).toHaveLength(1);
});

test("TALK-33 a message can be taken back for an hour, and its key stays", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const key = createKey();
  await post(starter, uuid, "言いすぎた", key);
  const params = { uuid, key };
  expect((await receiver.browser.send(takeBackMessage, { params })).status).toBe(404);
  const { last_change } = (await read(receiver, uuid)).state;
  const taken = await starter.browser.send(takeBackMessage, { params });
  expect(taken.data.message).toMatchObject({ key, body: "", is_taken_back: true });
  const { messages } = await read(receiver, uuid, { after: String(last_change) });
  expect(messages).toMatchObject([{ key, body: "", is_taken_back: true }]);
  const late = createKey();
  await post(starter, uuid, "もう取り消せない", late);
  await executeSql("update messages set posted_minute = posted_minute - interval '1 hour'");
  const refused = await starter.browser.send(takeBackMessage, { params: { uuid, key: late } });
  expect(refused.status).toBe(403);
});

test("TALK-33 a removed talk is gone from one's own list until the next message, with its earlier messages", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "前の");
  await receiver.browser.send(removeTalk, { params: { uuid } });
  expect(await listOf(receiver)).toEqual([]);
  expect(await listOf(starter)).toHaveLength(1);
  await post(starter, uuid, "次の");
  expect(await listOf(receiver)).toHaveLength(1);
  expect((await read(receiver, uuid)).messages.map(({ body }) => body)).toEqual(["次の"]);
  expect((await read(starter, uuid)).messages).toHaveLength(2);
});

test("TALK-34 three messages may precede the first reply", async () => {
  const { starter, receiver, uuid } = await createTalk();
  for (const body of ["1", "2", "3"]) expect((await post(starter, uuid, body)).status).toBe(201);
  const fourth = await post(starter, uuid, "4");
  expect(fourth.error?.code).toBe("reply_needed");
  expect((await listOf(starter))[0]).toMatchObject({ messages_left: 0, is_answered: false });
  await post(receiver, uuid, "はい");
  expect((await post(starter, uuid, "4")).status).toBe(201);
  expect((await listOf(starter))[0]).toMatchObject({ messages_left: null, is_answered: true });
});

test("TALK-04 nobody else reads, changes or writes in a talk", async () => {
  const { starter, uuid } = await createTalk();
  await post(starter, uuid, "ふたりだけ");
  const other = await createPerson();
  const params = { uuid };
  const statuses = [
    (await other.browser.send(getTalk, { params })).status,
    (await other.browser.send(listMessages, { query: { uuid } })).status,
    (await post(other, uuid, "わたしも")).status,
    (await other.browser.send(readAllMessages, { params })).status,
    (await other.browser.send(updateTalk, { params, body: { is_muted: true } })).status,
    (await other.browser.send(removeTalk, { params })).status,
    (await other.browser.send(postTalkReport, { body: { uuid, mode: "report" } })).status,
  ];
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404]);
});

test("TALK-24 TALK-35 a report is stored, carries messages only if the reporter wishes, and is listed to them", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const key = createKey();
  await post(starter, uuid, "ひどいこと", key);
  const body = { uuid, mode: "report", reason: "harassment" } as const;
  expect((await receiver.browser.send(postTalkReport, { body })).status).toBe(201);
  const selectMessages = "select messages from talk_reports where talk_uuid = $1";
  expect((await executeSql(selectMessages, [uuid])).rows).toEqual([{ messages: null }]);
  await receiver.browser.send(postTalkReport, { body: { ...body, includes_messages: true } });
  await starter.browser.send(takeBackMessage, { params: { uuid, key } });
  const { rows } = await executeSql(selectMessages, [uuid]);
  expect(rows).toMatchObject([{ messages: [{ body: "ひどいこと", sender_number: 1 }] }]);
  const listed = await receiver.browser.send(listTalkReports, { query: { uuid } });
  expect(listed.data.talk_reports).toMatchObject([{ uuid, mode: "report" }]);
  expect((await starter.browser.send(listTalkReports, {})).data.talk_reports).toEqual([]);
  expect((await listOf(receiver))[0]?.is_reported).toBe(true);
});

test("TALK-24 a block removes the talk from one's list, stops questions too, and can be lifted", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "しつこい");
  await receiver.browser.send(postTalkReport, { body: { uuid, mode: "block" } });
  expect(await listOf(receiver)).toEqual([]);
  expect((await post(starter, uuid, "まだ")).status).toBe(403);
  const count = async () =>
    (
      await executeSql(
        "select count(*)::int as count from questions where status <> 'dropped' and receiver_pk = (select pk from users where account = $1)",
        [receiver.account],
      )
    ).rows[0] as { count: number };
  await site.askQuestion(starter.browser, receiver.account, "質問も");
  expect((await count()).count).toBe(0);
  const { blocks } = (await receiver.browser.send(listBlocks, {})).data;
  expect(blocks).toMatchObject([{ account: null, question_body: null }]);
  const id = blocks[0]?.id ?? "";
  expect((await receiver.browser.send(deleteBlock, { params: { id } })).status).toBe(204);
  expect((await post(starter, uuid, "ごめんなさい")).status).toBe(201);
});

test("TALK-32 SAFE-05 a talk of somebody who is blocked because of a question never arrives, and they don't learn it", async () => {
  const starter = await createPerson();
  const receiver = await createPerson();
  const question_id = await site.askQuestion(starter.browser, receiver.account, "しつこい質問");
  await receiver.browser.send(postBlock, { body: { question_id } });
  const uuid = await startedTalk(starter, receiver);
  for (const body of ["1", "2", "3"]) expect((await post(starter, uuid, body)).status).toBe(201);
  expect((await post(starter, uuid, "4")).error?.code).toBe("reply_needed");
  expect((await read(starter, uuid)).messages).toHaveLength(3);
  await site.services.jobs.drain();
  expect((await receiver.browser.send(listTalks, {})).data.talks).toEqual([]);
  expect((await receiver.browser.send(getTalk, { params: { uuid } })).status).toBe(404);
  expect((await receiver.browser.send(getUnreadCounts, {})).data.messages).toBe(0);
  const { notices } = (await receiver.browser.send(listNotices, {})).data;
  expect(notices.map(({ kind }) => kind)).not.toContain("new_talk_message");
});

/** Applies changes to messages that a client has, as a client does. */
function merge(known: readonly Message[], changed: readonly Message[]): Message[] {
  const byKey = new Map([...known, ...changed].map((message) => [message.key, message]));
  return [...byKey.values()].sort((a, b) => a.number - b.number);
}

test("TALK-11 what a client has, with the changes since, is what a new client reads", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "1");
  await post(receiver, uuid, "2");
  const key = createKey();
  await post(starter, uuid, "3", key);
  const old = await read(receiver, uuid);
  await starter.browser.send(takeBackMessage, { params: { uuid, key } });
  for (let number = 4; number <= 12; number++) await post(receiver, uuid, String(number));
  const after = String(old.state.last_change);
  const changed = await read(receiver, uuid, { after });
  const fresh = await read(receiver, uuid);
  expect(merge(old.messages, changed.messages)).toEqual(merge([], fresh.messages));
  expect(changed.state).toEqual(fresh.state);
  for (const invalid of ["-1", "x", "9".repeat(30), "1.5"]) {
    expect(await read(receiver, uuid, { after: invalid })).toEqual(fresh);
  }
  expect((await read(receiver, uuid, { after: "999999" })).messages).toEqual([]);
});
