import { randomBytes } from "node:crypto";
import { selectNew, selectUnread } from "../../apps/server/src/features/talks/queries.ts";
import { type Bench, measureRatios, measureTurns, sendRequest, timeStatement } from "../bench.ts";
import { createAccountHeaders } from "../people.ts";
import { atLeast, atMost, createFigure, type Row } from "../report.ts";
import {
  createMessage,
  createPost,
  createReads,
  fillConversation,
  jsonHeaders,
} from "./conversations.ts";

/** The number of talks in which the load posts and reads; their receivers have the keys 1 to 20. */
const talkCount = 20;

const messages = "/api/v2/messages";
const createBody = (talk_uuid: string) => ({ message: { talk_uuid, ...createMessage() } });

/** Measures calls of talks: posting, reading what is new, opening a long talk, counting unread messages. */
export async function measureTalks(bench: Bench): Promise<Row[]> {
  const { server, client, size } = bench;
  const uuids = await startTalks(bench);
  const posts = uuids.map((uuid, n) => createPost(messages, n + 1, () => createBody(uuid)));
  const reads = uuids.map((uuid, n) => ({
    path: `${messages}?uuid=${uuid}&after=999999999`,
    headers: createAccountHeaders(n + 1),
  }));
  const rows = await measureRatios(bench, [
    ["post a message", atLeast(70, " %"), posts],
    ["read a talk, nothing new", atLeast(80, " %"), reads],
  ]);
  const [longUuid = "", shortUuid = ""] = uuids;
  await fillConversation(client, longUuid, size.isFull ? 100_000 : 100);
  const what = "open a talk: 100,000 messages compared with few";
  const open = (uuid: string, pk: number) => createReads(`${messages}?uuid=${uuid}&page=1`, pk);
  const load = { baseline: server, baselineRequests: open(shortUuid, 2) };
  rows.push(...(await measureRatios(bench, [[what, atLeast(97, " %"), open(longUuid, 1), load]])));
  await receiveTalks(bench, size.isFull ? 1_000 : 10);
  const tags = Array.from({ length: 64 }, () => randomBytes(16));
  const parameters = { user_pk: 1, has_payment: false, tags, started_pks: [] };
  const conversation_pks = await listNewestReceived(bench);
  const numbers = conversation_pks.map(() => 2);
  const newTalks = { has_payment: false, conversation_pks, numbers };
  const counted = await measureTurns(bench, async () => {
    const milliseconds =
      (await timeStatement(bench, selectNew, parameters)) +
      (await timeStatement(bench, selectUnread, newTalks));
    const name = "count unread messages of 1,000 talks, database";
    return [createFigure(name, milliseconds, atMost(1, " ms"), 2)];
  });
  return [...rows, ...counted];
}

/** Starts a talk with each of the first accounts; each starter writes once. */
async function startTalks({ server, client }: Bench): Promise<string[]> {
  await client.query(
    `update users set birthday = '1990-01-01', is_receive_dm = true, is_message_tos_showed = true where pk <= $1`,
    [2 * talkCount],
  );
  const { rows } = await client.query<{ account: string }>(
    "select account from users where pk <= $1 order by pk",
    [talkCount],
  );
  const uuids: string[] = [];
  for (const [index, { account }] of rows.entries()) {
    const headers = jsonHeaders(talkCount + index + 1);
    const post = (path: string, body: object) =>
      sendRequest(server, { method: "POST", path, headers, body: JSON.stringify(body) });
    const started = await post("/api/v2/me/talks", { talk: { account } });
    const { talk } = JSON.parse(started.body.toString()) as { talk: { uuid: string } };
    await post(messages, createBody(talk.uuid));
    uuids.push(talk.uuid);
  }
  return uuids;
}

/** Lets the account with the key 1 receive talks with an unread message each. */
async function receiveTalks({ client }: Bench, count: number): Promise<void> {
  await client.query(
    `with received as (
       insert into conversations (uuid, last_change, last_number, last_posted_minute)
       select 'received ' || n, 1, 1, date_trunc('minute', now()) from generate_series(1, $1::int) as given (n)
       returning pk
     ), two as (
       insert into participants (conversation_pk, number, user_pk, sent_number)
       select pk, number, case number when 2 then 1 end, 2 - number from received, (values (1), (2)) as both_of_them (number)
     ), written as (
       insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute)
       select pk, 1, 1, 'first', 1, 'はじめまして', date_trunc('minute', now()) from received
     )
     insert into talks (conversation_pk, pseudonym, sealed_starter, arrived_minute)
     select pk, int8send(pk), '', date_trunc('minute', now()) from received`,
    [count],
  );
  await client.query("analyze conversations, participants, talks, messages");
}

/** Lists as many received talks of the account with the key 1 as are counted. */
async function listNewestReceived({ client }: Bench): Promise<number[]> {
  const { rows } = await client.query<{ pk: number }>(
    "select conversation_pk::int as pk from participants where user_pk = 1 and number = 2 order by 1 desc limit 50",
  );
  return rows.map(({ pk }) => pk);
}
