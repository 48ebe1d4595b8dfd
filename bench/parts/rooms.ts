import { randomBytes } from "node:crypto";
import { maxRoomMembers } from "@toibako/contract/rooms.ts";
import type { Request } from "autocannon";
import { Client } from "pg";
import { selectUnread } from "../../apps/server/src/features/rooms/queries/unread.ts";
import { type Bench, measureRatios, measureTurns, sendRequest } from "../bench.ts";
import { connections } from "../load.ts";
import { createAccountHeaders } from "../people.ts";
import { atLeast, atMost, createFigure, type Row } from "../report.ts";

// The full room, whose members are the first accounts, and two of the rooms in which the first two are. Events are sent
// only with ids of the right length.
const fullRoom = "the-room-that-is-full_";
const shortRoom = "the-room-that-is-short";
const longRoom = "the-room-that-is-long_";
const joinedRooms = 20;
const longLog = 100_000;
/** How many hints are measured, and the milliseconds between two of them, in which the members of a room get only one. */
const measuredHints = 20;
const hintPause = 100;
/** Milliseconds after which a hint counts as lost. */
const maxHintMilliseconds = 5_000;

/** Measures calls of rooms: posting in a full one, the hint to its members, opening a long one, the list of rooms. */
export async function measureRooms(bench: Bench): Promise<Row[]> {
  const { server, bare, size } = bench;
  const client = new Client({ connectionString: bench.large });
  await client.connect();
  const streams = new AbortController();
  try {
    await makeRooms(client);
    await fillRoom(client, longRoom, size.isFull ? longLog : 100);
    await fillRoom(client, shortRoom, 20);
    const members = Array.from({ length: maxRoomMembers }, (_, n) => n + 1);
    const hints = await openStreams(server.url, members, streams.signal);
    const rows = await measureRatios(bench, [
      {
        what: "post in a room of 200 members who all have a stream",
        target: atLeast(70, " %"),
        measured: server,
        baseline: bare,
        requests: members.slice(0, 20).map(createPost),
      },
    ]);
    const delays = await measureTurns(bench, async () => {
      const lasts: number[] = [];
      for (let n = 0; n < measuredHints; n++) {
        await new Promise((resolve) => setTimeout(resolve, hintPause));
        const started = performance.now();
        const arrived = hints.waitForAll();
        const sent = sendRequest(server, { ...createPost(1), body: createBody() });
        await Promise.all([arrived, sent]);
        lasts.push(hints.lastAt() - started);
      }
      lasts.sort((a, b) => a - b);
      const last = lasts.at(-1) ?? Number.NaN;
      return [
        createFigure(
          "hint of a message at the last of 200 members, slowest",
          last,
          atMost(100, " ms"),
          0,
        ),
      ];
    });
    streams.abort();
    const opened = await measureRatios(bench, [
      {
        what: "open a room: 100,000 messages compared with 20",
        target: atLeast(97, " %"),
        measured: server,
        baseline: server,
        requests: repeat(readRoom(longRoom)),
        baselineRequests: repeat(readRoom(shortRoom)),
      },
      {
        what: "list 20 rooms compared with 1",
        target: atLeast(50, " %"),
        measured: server,
        baseline: server,
        requests: repeat(listRooms(1)),
        baselineRequests: repeat(listRooms(3)),
      },
    ]);
    const counted = await measureTurns(bench, async () => [
      createFigure(
        "count unread messages of 20 rooms, database",
        await timeCount(client),
        atMost(1, " ms"),
        2,
      ),
    ]);
    return [...rows, ...delays, ...opened, ...counted];
  } finally {
    streams.abort();
    await client.end();
  }
}

/** Makes the rooms: a full one, and others in which the first two are. */
async function makeRooms(client: Client): Promise<void> {
  const others = Array.from({ length: joinedRooms - 3 }, (_, n) => `room-${n}`.padEnd(22, "_"));
  const uuids = [fullRoom, shortRoom, longRoom, ...others];
  await client.query("update users set is_message_tos_showed = true where pk <= $1", [
    maxRoomMembers,
  ]);
  await client.query(
    `with made as (
       insert into conversations (uuid, last_change, last_posted_minute)
       select uuid, 1000, date_trunc('minute', now()) from unnest($1::text[]) as given (uuid)
       returning pk, uuid
     ), members as (
       select made.pk, made.uuid, n from made, generate_series(1, $2::int) n where made.uuid = $3 or n <= 2
     ), new_participants as (
       insert into participants (conversation_pk, number, user_pk) select pk, n, n from members
     ), new_rooms as (
       insert into rooms (conversation_pk, room_type, locale, group_pk, members_count, texts, icon_url, min_age)
       select made.pk, 'official', 'ja', (select pk from room_question_groups order by pk limit 1),
         case when made.uuid = $3 then $2::int else 2 end, '{"ja": {"title": "部屋", "description": ""}}',
         '/avatars/letter.svg', 18
       from made
     )
     insert into room_members
       (conversation_pk, number, uuid, user_pk, display_name, name_key, change, is_of_grade, is_rules_accepted)
     select pk, n, left(md5(uuid || n), 22), n, '名前 ' || n, n, n, false, true from members`,
    [uuids, maxRoomMembers, fullRoom],
  );
}

/** Fills a room with messages of its second member. */
async function fillRoom(client: Client, uuid: string, count: number): Promise<void> {
  await client.query(
    `with filled as (
       update conversations set last_change = last_change + $2::int, last_number = last_change + $2::int
       where uuid = $1 returning pk, last_number
     )
     insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute)
     select pk, last_number - n, last_number - n, 'filled ' || n, 2, 'こんにちは', date_trunc('minute', now())
     from filled, generate_series(0, $2::int - 1) as given (n)`,
    [uuid, count],
  );
  await client.query("analyze conversations, participants, rooms, room_members, messages");
}

const createBody = () =>
  JSON.stringify({
    group_message: {
      group_talk_uuid: fullRoom,
      body: "お昼、もう食べた？",
      key: randomBytes(16).toString("base64url"),
    },
  });

/** Posts a message with a new key whenever it is sent. */
function createPost(pk: number): Request {
  return {
    method: "POST",
    path: "/api/v2/group_messages",
    headers: { ...createAccountHeaders(pk), "content-type": "application/json" },
    setupRequest: (sent) => ({ ...sent, body: createBody() }),
  };
}

const readRoom = (uuid: string): Request => ({
  path: `/api/v2/group_messages?uuid=${uuid}&page=1`,
  headers: createAccountHeaders(1),
});

const listRooms = (pk: number): Request => ({
  path: "/api/v2/me/group_talks",
  headers: createAccountHeaders(pk),
});

/** One request for each connection of a load. */
const repeat = (request: Request): Request[] => Array.from({ length: connections }, () => request);

/** Opens a stream for each account; `waitForAll` resolves when each has got one more event of a conversation. */
async function openStreams(url: string, pks: readonly number[], signal: AbortSignal) {
  let waiting = new Set<number>();
  let resolveAll = () => {};
  let lastAt = 0;
  const follow = async (pk: number, body: AsyncIterable<Uint8Array>) => {
    for await (const chunk of body) {
      if (!Buffer.from(chunk).includes("event: conversation")) continue;
      lastAt = performance.now();
      waiting.delete(pk);
      if (waiting.size === 0) resolveAll();
    }
  };
  for (const pk of pks) {
    const { cookie = "" } = createAccountHeaders(pk);
    const opened = await fetch(`${url}/api/v2/me/events`, { headers: { cookie }, signal });
    if (!opened.ok || !opened.body)
      throw new Error(`a stream could not be opened: ${opened.status}`);
    void follow(pk, opened.body).catch(() => undefined);
  }
  return {
    waitForAll: () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting = new Set(pks);
      const timer = setTimeout(
        () => reject(new Error(`${waiting.size} streams got no hint`)),
        maxHintMilliseconds,
      );
      resolveAll = () => {
        clearTimeout(timer);
        resolve();
      };
      return promise;
    },
    lastAt: () => lastAt,
  };
}

/** Returns the milliseconds of one count, the mean of many on one connection. */
async function timeCount(client: Client): Promise<number> {
  const { text, names } = selectUnread;
  const parameters: Record<string, unknown> = { user_pk: 1 };
  await client.query("update participants set read_number = 0 where user_pk = 1");
  const values = names.map((name) => parameters[name]);
  const count = () => client.query({ name: "count rooms", text, values });
  for (let n = 0; n < 10; n++) await count();
  const started = performance.now();
  for (let n = 0; n < 50; n++) await count();
  return (performance.now() - started) / 50;
}
