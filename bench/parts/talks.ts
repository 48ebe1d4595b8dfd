import { randomBytes } from "node:crypto";
import type { Request } from "autocannon";
import { Client } from "pg";
import { selectUnread } from "../../apps/server/src/features/talks/queries.ts";
import { type Bench, measureRatios, measureTurns, type NamedLoad, sendRequest } from "../bench.ts";
import { connections } from "../load.ts";
import { createAccountHeaders } from "../people.ts";
import { atLeast, atMost, createFigure, type Row } from "../report.ts";

/** The number of talks in which the load posts and reads; their receivers have the keys 1 to 20. */
const talkCount = 20;
/** The account with the key 1 also receives this many other talks, each with an unread message. */
const unreadTalks = 1_000;
const longTalk = 100_000;

/** Measures calls of talks: posting, reading what is new, opening a long talk, counting unread messages. */
export async function measureTalks(bench: Bench): Promise<Row[]> {
  const { server, bare, size } = bench;
  const client = new Client({ connectionString: bench.large });
  await client.connect();
  try {
    const uuids = await startTalks(bench, client);
    const posts = uuids.map((uuid, n) => createPost(uuid, n + 1));
    const reads = uuids.map((uuid, n) => createRead(uuid, n + 1, "after=999999999"));
    const [longUuid = "", shortUuid = ""] = uuids;
    const loads: NamedLoad[] = [
      {
        what: "post a message",
        target: atLeast(70, " %"),
        measured: server,
        baseline: bare,
        requests: posts,
      },
      {
        what: "read a talk, nothing new",
        target: atLeast(80, " %"),
        measured: server,
        baseline: bare,
        requests: reads,
      },
    ];
    const rows = await measureRatios(bench, loads);
    await fillTalk(client, longUuid, size.isFull ? longTalk : 100);
    const opened = await measureRatios(bench, [
      {
        what: "open a talk: 100,000 messages compared with few",
        target: atLeast(97, " %"),
        measured: server,
        baseline: server,
        requests: repeatRead(longUuid, 1),
        baselineRequests: repeatRead(shortUuid, 2),
      },
    ]);
    await receiveTalks(client, size.isFull ? unreadTalks : 10);
    const counted = await measureTurns(bench, async () => [
      createFigure(
        "count unread messages of 1,000 talks, database",
        await timeCount(client),
        atMost(1, " ms"),
        2,
      ),
    ]);
    return [...rows, ...opened, ...counted];
  } finally {
    await client.end();
  }
}

/** Starts a talk with each of the first accounts; each starter writes once. */
async function startTalks({ server }: Bench, client: Client): Promise<string[]> {
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
    const starter_pk = talkCount + index + 1;
    const started = await sendRequest(server, {
      method: "POST",
      path: "/api/v2/me/talks",
      headers: jsonHeaders(starter_pk),
      body: JSON.stringify({ talk: { account } }),
    });
    const { talk } = JSON.parse(started.body.toString()) as { talk: { uuid: string } };
    await sendRequest(server, {
      ...createPost(talk.uuid, starter_pk),
      body: createBody(talk.uuid),
    });
    uuids.push(talk.uuid);
  }
  return uuids;
}

const jsonHeaders = (pk: number) => ({
  ...createAccountHeaders(pk),
  "content-type": "application/json",
});

const createBody = (talk_uuid: string) =>
  JSON.stringify({
    message: { talk_uuid, body: "お昼、もう食べた？", key: randomBytes(16).toString("base64url") },
  });

/** Posts a message with a new key whenever it is sent. */
function createPost(uuid: string, pk: number): Request {
  return {
    method: "POST",
    path: "/api/v2/messages",
    headers: jsonHeaders(pk),
    setupRequest: (sent) => ({ ...sent, body: createBody(uuid) }),
  };
}

const createRead = (uuid: string, pk: number, query: string): Request => ({
  path: `/api/v2/messages?uuid=${uuid}&${query}`,
  headers: createAccountHeaders(pk),
});

/** One request for each connection of a load. */
const repeatRead = (uuid: string, pk: number): Request[] =>
  Array.from({ length: connections }, () => createRead(uuid, pk, "page=1"));

async function fillTalk(client: Client, uuid: string, count: number): Promise<void> {
  await client.query(
    `with filled as (
       update conversations set last_change = last_change + $2::int, last_number = last_number + $2::int
       where uuid = $1 returning pk, last_number
     )
     insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute)
     select pk, last_number - n, last_number - n, 'filled ' || n, 1 + n % 2, 'こんにちは', date_trunc('minute', now())
     from filled, generate_series(0, $2::int - 1) as given (n)`,
    [uuid, count],
  );
  await client.query("analyze messages");
}

/** Lets the account with the key 1 receive talks with an unread message each. */
async function receiveTalks(client: Client, count: number): Promise<void> {
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

/** Returns the milliseconds of one count, the mean of many on one connection. */
async function timeCount(client: Client): Promise<number> {
  const { text, names } = selectUnread;
  const parameters: Record<string, unknown> = {
    user_pk: 1,
    has_payment: false,
    tags: Array.from({ length: 64 }, () => randomBytes(16)),
    started_pks: [],
  };
  const values = names.map((name) => parameters[name]);
  const count = () => client.query({ name: "count", text, values });
  for (let n = 0; n < 10; n++) await count();
  const started = performance.now();
  for (let n = 0; n < 50; n++) await count();
  return (performance.now() - started) / 50;
}
