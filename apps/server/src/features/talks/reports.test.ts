import { leaveAccount } from "@toibako/contract/leaving.ts";
import { takeBackMessage } from "@toibako/contract/messages.ts";
import { putAccount } from "@toibako/contract/settings.ts";
import {
  listTalkReports,
  postTalkReport,
  removeTalk,
  reportedMessages,
  showStarter,
} from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, createTalkCalls, type Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { executeSql } = site.services.database;
const { createTalk, post } = createTalkCalls(site);

interface StoredReport {
  reporter_number: number;
  mode: string;
  reason: string | null;
  note: string;
  messages: { number: number; sender_number: number; body: string | null }[] | null;
}

async function readReports(uuid: string): Promise<StoredReport[]> {
  const { rows } = await executeSql(
    `select reporter_number::int, mode, reason, note, messages from talk_reports
     where talk_uuid = $1 order by reporter_number`,
    [uuid],
  );
  return rows as StoredReport[];
}

const report = ({ browser }: Person, uuid: string, more: object = {}) =>
  browser.send(postTalkReport, { body: { uuid, mode: "report", ...more } });

test("TALK-35 a report keeps the messages as they were at that moment, whatever happens afterwards", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const keys = [createMessageKey(), createMessageKey()];
  for (const key of keys) await post(starter, uuid, "ひどいこと", key);
  await post(receiver, uuid, "やめてください");
  await report(receiver, uuid, { reason: "harassment", includes_messages: true });
  const before = await readReports(uuid);
  expect(before[0]?.messages?.map(({ body }) => body)).toEqual([
    "ひどいこと",
    "ひどいこと",
    "やめてください",
  ]);
  for (const key of keys) {
    const params = { uuid, key };
    expect((await starter.browser.send(takeBackMessage, { params })).status).toBe(200);
  }
  await post(starter, uuid, "なにも言っていません");
  await receiver.browser.send(removeTalk, { params: { uuid } });
  await starter.browser.send(showStarter, { params: { uuid } });
  await starter.browser.send(putAccount, { body: { account: "another_handle" } });
  await starter.browser.send(leaveAccount, {});
  // Nor do they follow a second report.
  await report(receiver, uuid, { includes_messages: true });
  expect(await readReports(uuid)).toEqual(before);
});

test("TALK-35 without the tick a report has no messages, and what was taken back before has no text", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const key = createMessageKey();
  await post(starter, uuid, "取り消した言葉", key);
  await post(starter, uuid, "のこる言葉");
  await starter.browser.send(takeBackMessage, { params: { uuid, key } });
  for (const more of [{}, { includes_messages: false }]) {
    await report(receiver, uuid, more);
    expect((await readReports(uuid))[0]?.messages).toBeNull();
  }
  await report(receiver, uuid, { includes_messages: true });
  const [stored] = await readReports(uuid);
  expect(stored?.messages?.map(({ body }) => body)).toEqual([null, "のこる言葉"]);
});

test("TALK-35 a report has the last messages of both, without those that its reporter has removed", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "はじめ");
  await post(receiver, uuid, "removed");
  await receiver.browser.send(removeTalk, { params: { uuid } });
  for (let number = 1; number <= reportedMessages; number++) {
    await post(number % 2 ? starter : receiver, uuid, String(number));
  }
  await report(receiver, uuid, { includes_messages: true });
  const listBodies = async () =>
    (await readReports(uuid)).map(({ messages }) => messages?.map(({ body }) => body));
  const numbers = Array.from({ length: reportedMessages }, (_, index) => String(index + 1));
  expect(await listBodies()).toEqual([numbers]);
  await post(starter, uuid, "last");
  await report(starter, uuid, { includes_messages: true });
  expect(await listBodies()).toEqual([[...numbers.slice(1), "last"], numbers]);
});

test("TALK-24 there is one report for each person and talk, however often and how simultaneously it is sent", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "1");
  const replies = await Promise.all(
    ["first", "second", "third"].map((note) => report(receiver, uuid, { note })),
  );
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  await report(receiver, uuid, { mode: "block", reason: "other" });
  await report(receiver, uuid);
  await report(starter, uuid, { reason: "sexual", note: "わたしからも" });
  expect(await readReports(uuid)).toMatchObject([
    { reporter_number: 1, mode: "report", reason: "sexual", note: "わたしからも" },
    { reporter_number: 2, mode: "block", reason: "other" },
  ]);
  for (const { browser } of [starter, receiver]) {
    const listed = (await browser.send(listTalkReports, { query: { uuid } })).data.talk_reports;
    expect(listed).toHaveLength(1);
  }
});

test("TALK-35 a report is deleted with its messages after 180 days", async () => {
  const uuids: string[] = [];
  for (const days of [179, 181]) {
    const { starter, receiver, uuid } = await createTalk();
    await post(starter, uuid, "ひどいこと");
    await report(receiver, uuid, { includes_messages: true });
    await executeSql(
      "update talk_reports set reported_hour = reported_hour - make_interval(days => $2) where talk_uuid = $1",
      [uuid, days],
    );
    uuids.push(uuid);
  }
  const job = site.jobs.find(({ definition }) => definition.name === "delete_expired_rows");
  await job?.run([{}]);
  const kept = await Promise.all(uuids.map(readReports));
  expect(kept.map(({ length }) => length)).toEqual([1, 0]);
  expect(kept[0]?.[0]?.messages).toHaveLength(1);
});

test("TALK-35 a client can't choose what its report contains", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "本当の言葉");
  const forged = { messages: [{ body: "うその言葉" }], receiver_pk: 1, reporter_number: 1 };
  const { status } = await report(receiver, uuid, { ...forged, includes_messages: true });
  expect(status).toBeLessThan(500);
  await report(receiver, uuid, { includes_messages: true });
  expect(await readReports(uuid)).toMatchObject([
    { reporter_number: 2, messages: [{ body: "本当の言葉" }] },
  ]);
  const long = await report(receiver, uuid, { note: "あ".repeat(501) });
  expect([long.status, long.error?.code]).toEqual([400, "invalid_fields"]);
});
