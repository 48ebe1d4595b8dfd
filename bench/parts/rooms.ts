import { setTimeout as sleep } from "node:timers/promises";
import { maxRoomMembers } from "@toibako/contract/rooms.ts";
import type { Request } from "autocannon";
import { type Bench, measureRatios, measureTurns, sendRequest } from "../bench.ts";
import { createAccountHeaders } from "../people.ts";
import { atLeast, atMost, createFigure, type Row } from "../report.ts";
import { createMessage, createPost, createReads, fillConversation } from "./conversations.ts";

// The full room, whose members are the first accounts, and two of the rooms in which the first two are. Events are sent
// only with ids of the right length.
const fullRoom = "the-room-that-is-full_";
const shortRoom = "the-room-that-is-short";
const longRoom = "the-room-that-is-long_";
const joinedRooms = 20;
/** How many hints are measured, and the milliseconds between two of them, in which the members of a room get only one. */
const measuredHints = 20;
const hintPause = 100;
/** Milliseconds after which a hint counts as lost. */
const maxHintMilliseconds = 5_000;

const messages = "/api/v2/group_messages";
const createBody = () => ({ group_message: { group_talk_uuid: fullRoom, ...createMessage() } });

/** Measures calls of rooms: posting in a full one, the hint to its members, opening a long one, the list of rooms. */
export async function measureRooms(bench: Bench): Promise<Row[]> {
  const { server, client, size } = bench;
  await makeRooms(bench);
  await fillConversation(client, longRoom, size.isFull ? 100_000 : 100);
  await fillConversation(client, shortRoom, 20);
  const rows = await measureFullRoom(bench);
  const open = (uuid: string) => createReads(`${messages}?uuid=${uuid}&page=1`, 1);
  const list = (pk: number) => createReads("/api/v2/me/group_talks", pk);
  const against = (baselineRequests: Request[]) => ({ baseline: server, baselineRequests });
  const short = against(open(shortRoom));
  const one = against(list(3));
  const opened = await measureRatios(bench, [
    ["open a room: 100,000 messages compared with 20", atLeast(97, " %"), open(longRoom), short],
    ["list 20 rooms compared with 1", atLeast(50, " %"), list(1), one],
  ]);
  return [...rows, ...opened];
}

/** Measures posts, and their hints, while all members of a full room have a stream. */
async function measureFullRoom(bench: Bench): Promise<Row[]> {
  const { server } = bench;
  const streams = new AbortController();
  const members = Array.from({ length: maxRoomMembers }, (_, n) => n + 1);
  const posts = members.slice(0, 20).map((pk) => createPost(messages, pk, createBody));
  try {
    const hints = await openStreams(server.url, members, streams.signal);
    const what = "post in a room of 200 members who all have a stream";
    const rows = await measureRatios(bench, [[what, atLeast(70, " %"), posts]]);
    const delays = await measureTurns(bench, async () => {
      const lasts: number[] = [];
      for (let n = 0; n < measuredHints; n++) {
        await sleep(hintPause);
        const started = performance.now();
        const arrived = hints.waitForAll();
        const body = JSON.stringify(createBody());
        await Promise.all([
          arrived,
          sendRequest(server, { ...createPost(messages, 1, createBody), body }),
        ]);
        lasts.push(hints.lastAt() - started);
      }
      const name = "hint of a message at the last of 200 members, slowest";
      return [createFigure(name, Math.max(...lasts), atMost(100, " ms"))];
    });
    return [...rows, ...delays];
  } finally {
    streams.abort();
  }
}

/** Makes the rooms: a full one, and others in which the first two are. */
async function makeRooms({ client }: Bench): Promise<void> {
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
  await client.query("analyze rooms, room_members");
}

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
