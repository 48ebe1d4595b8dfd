import {
  listMessages,
  postMessage,
  readAllMessages,
  takeBackMessage,
} from "@toibako/contract/messages.ts";
import { postTalkReport, removeTalk, startTalk, updateTalk } from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import { type DumpRow, dumpTables } from "#platform/testing/dump.ts";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, createTalkCalls, type Person } from "#platform/testing/talks.ts";

// How a crowd's talks lead to no starter by a value is in `dump.test.ts` of the questions. This file compares what is left
// in a dump without values: numbers, counts, lengths and orders.

const pairCount = 6;

/** Lets people talk on a site of their own: each pair has its own starter, or all talks have one. */
async function simulate(countStarters: number) {
  const site = await openSite();
  const { database, jobs } = site.services;
  const { createPerson } = createTalkCalls(site);
  const people: Person[] = [];
  while (people.length < 2 * pairCount) people.push(await createPerson());
  const starters = people.slice(0, pairCount);
  const receivers = people.slice(pairCount);
  for (const [index, receiver] of receivers.entries()) {
    const starter = starters[index % countStarters];
    if (starter) await talk(starter, receiver, index);
  }
  const waiting = await dumpTables(database);
  await jobs.drain();
  return { waiting, done: await dumpTables(database) };
}

async function talk({ browser: starter }: Person, receiver: Person, index: number) {
  const body = { talk: { account: receiver.account } };
  const { uuid } = (await starter.send(startTalk, { body })).data.talk;
  const params = { uuid };
  const key = createMessageKey();
  const post = (person: Person["browser"], key = createMessageKey()) =>
    person.send(postMessage, { body: { message: { talk_uuid: uuid, key, body: "こんにちは" } } });
  await post(starter, key);
  await post(starter);
  await receiver.browser.send(readAllMessages, { params });
  if (index % 2 === 0) await post(receiver.browser);
  await starter.send(listMessages, { query: { uuid } });
  await starter.send(readAllMessages, { params });
  if (index % 3 === 0) await starter.send(takeBackMessage, { params: { uuid, key } });
  if (index % 3 === 1) await starter.send(updateTalk, { params, body: { is_muted: true } });
  if (index % 4 === 1) await starter.send(postTalkReport, { body: { uuid, mode: "report" } });
  if (index % 4 === 2)
    await receiver.browser.send(postTalkReport, { body: { uuid, mode: "block" } });
  if (index % 4 === 3) await starter.send(removeTalk, { params });
}

/** How many accounts have notices shows in the number of these sealed records, which lead to no account. */
const countsAccounts = ({ table }: DumpRow) => table === "public.read_states";

/** Describes the rows of each table without random values. */
function describeRows(rows: readonly DumpRow[]): string[] {
  return rows
    .filter((row) => !countsAccounts(row))
    .map(({ table, cells }) => {
      const described = cells.map(({ column, token = "", shortValue, isNull, length, ...cell }) => {
        const text = /^(?:bytes|text [\w+/=$,.-]{16,}$)/.test(token) ? "random" : token;
        return [column, text, shortValue, isNull, length, cell.isExactTime].join(" ");
      });
      return `${table}: ${described.join(", ")}`;
    })
    .sort();
}

test("TALK-31 SAFE-02 numbers, counts and lengths in a dump are the same whether all talks have one starter or each its own", async () => {
  const ofOne = await simulate(1);
  const ofSix = await simulate(pairCount);
  for (const moment of ["waiting", "done"] as const) {
    const rows = describeRows(ofOne[moment]);
    expect(rows.filter((row) => row.startsWith("public.messages"))).toHaveLength(15);
    expect(describeRows(ofSix[moment])).toEqual(rows);
  }
}, 60_000);

const site = await openSite();
const { executeSql } = site.services.database;
const { createPerson, createTalk, start, post } = createTalkCalls(site);

test("TALK-31 SAFE-02 simultaneous starts of one account leave no gap in the keys, which would show that they belong together", async () => {
  const receivers: Person[] = [];
  while (receivers.length < 6) receivers.push(await createPerson());
  const starter = await createPerson();
  const [first] = receivers;
  if (!first) throw new Error("no receiver");
  const started = await Promise.all(
    [...receivers, first, first].map((receiver) => start(starter, receiver)),
  );
  expect(started.map(({ status }) => status)).toEqual(started.map(() => 201));
  const { rows } = await executeSql(
    "select count(*)::int as count, (max(conversation_pk) - min(conversation_pk) + 1)::int as keys from talks",
  );
  expect(rows).toEqual([{ count: 6, keys: 6 }]);
  const tags = await executeSql("select from started_talks");
  expect(tags.rows).toHaveLength(6);
});

test("TALK-31 SAFE-03 the report of an anonymous starter shows neither that they blocked the receiver, which is a row with their name, nor when", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "はじめまして");
  await post(receiver, uuid, "だれ？");
  const select = `select mode, extract(hour from reported_hour at time zone 'UTC')::int as hour,
    reported_hour::date = current_date as is_today from talk_reports where talk_uuid = $1`;
  await starter.browser.send(postTalkReport, { body: { uuid, mode: "block" } });
  const report = { mode: "report", hour: 0, is_today: true };
  expect((await executeSql(select, [uuid])).rows).toEqual([report]);
  // The block works.
  expect((await post(receiver, uuid, "ねえ")).error?.code).toBe("talk_refused");
});
