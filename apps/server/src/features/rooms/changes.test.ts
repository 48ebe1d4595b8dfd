import type { RoomMember } from "@toibako/contract/rooms/members.ts";
import type { RoomMessage, RoomState } from "@toibako/contract/rooms/messages.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { createRoomCalls } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import type { Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { executeSql } = site.services.database;
const calls = createRoomCalls(site);
const { createPerson, createRoom, join, leave, rename, setHidden, block, unblock, readRoom } = calls;
const { postInRoom, takeBackInRoom, readAllInRoom } = calls;

/** What a member's page knows of a room. */
interface Known {
  messages: readonly RoomMessage[];
  state: RoomState;
}

/** Reads the whole room anew. */
async function readFresh(person: Person, uuid: string): Promise<Known> {
  const newest = await readRoom(person, uuid);
  const messages = [...newest.group_messages];
  let { has_more } = newest;
  while (has_more) {
    const older = await readRoom(person, uuid, { before: String(messages.at(-1)?.number) });
    messages.push(...older.group_messages);
    ({ has_more } = older);
  }
  return { messages: messages.reverse(), state: newest.state };
}

/** Applies what one reading of changes lists, as a page does. */
function merge(known: Known, messages: RoomMessage[], members: RoomMember[], state: RoomState): Known {
  const byKey = new Map([...known.messages, ...messages].map((message) => [message.key, message]));
  const changed = new Map(members.map((member) => [member.id, member]));
  const merged = [...byKey.values()].map((message) => {
    const sender = changed.get(message.group_talk_user_summary_id);
    const replied = message.replied_message;
    const original = replied && byKey.get(replied.key);
    return {
      ...message,
      is_read: message.me || message.number <= state.own_read_number,
      ...(sender && {
        display_name: sender.display_name,
        icon_url: sender.icon_url,
        has_left: sender.has_left,
      }),
      replied_message: replied && {
        ...replied,
        display_name:
          changed.get(replied.group_talk_user_summary_id)?.display_name ?? replied.display_name,
        ...(original?.is_taken_back && { is_taken_back: true, body: "" }),
      },
    };
  });
  return { messages: merged.sort((a, b) => a.number - b.number), state };
}

/** Reads what has changed, or everything if the caller hides others than before. */
async function catchUp(person: Person, uuid: string, known: Known): Promise<Known> {
  let current = known;
  for (;;) {
    const after = String(current.state.last_change);
    const { group_messages, members, state, has_more } = await readRoom(person, uuid, { after });
    expect(group_messages.length + members.length).toBeLessThanOrEqual(100);
    if (state.hidden_members.join() !== known.state.hidden_members.join()) {
      return readFresh(person, uuid);
    }
    current = merge(current, group_messages, members, state);
    if (!has_more) return current;
  }
}

const who = fc.nat({ max: 3 });
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("post" as const), who, reply: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("catch_up" as const), who }) },
  ...(["take_back", "read", "rename", "leave_or_join", "block", "unblock"] as const).map((kind) => ({
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant(kind), who }),
  })),
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("hide" as const),
      who,
      whom: who,
      is_hidden: fc.boolean(),
    }),
  },
);

test("ROOM-07 TALK-11 what a member has, with the changes since, is what a new page reads, for every member", async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => createPerson()));
  let names = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 30 }), async (actions) => {
      const uuid = await createRoom();
      const ids: (string | undefined)[] = [];
      const known: (Known | undefined)[] = [];
      const keys: { key: string; by: number }[] = [];
      const enter = async (n: number) => {
        const person = people[n] as Person;
        ids[n] = await join(person, uuid, `name ${++names}`);
        known[n] = await readFresh(person, uuid);
      };
      const check = async (n: number) => {
        const before = known[n];
        if (!before) return;
        const person = people[n] as Person;
        const caughtUp = await catchUp(person, uuid, before);
        expect(caughtUp).toEqual(await readFresh(person, uuid));
        known[n] = caughtUp;
      };
      for (const n of people.keys()) await enter(n);
      for (const step of actions) {
        const person = people[step.who] as Person;
        if (step.kind === "leave_or_join" && !known[step.who]) await enter(step.who);
        if (!known[step.who]) continue;
        if (step.kind === "post") {
          const reply = step.reply ? keys.at(-1)?.key : undefined;
          const options = reply === undefined ? {} : { reply_to: reply };
          const { status, data } = await postInRoom(person, uuid, "言う", options);
          if (status === 201) keys.push({ key: data.data.group_message.key, by: step.who });
        } else if (step.kind === "catch_up") await check(step.who);
        else if (step.kind === "take_back") {
          const own = keys.findLast(({ by }) => by === step.who);
          if (own) await takeBackInRoom(person, uuid, own.key);
        } else if (step.kind === "read") await readAllInRoom(person, uuid);
        else if (step.kind === "rename") await rename(person, uuid, `name ${++names}`);
        else if (step.kind === "block") await block(person, uuid);
        else if (step.kind === "unblock") await unblock(person);
        else if (step.kind === "leave_or_join") {
          await leave(person, uuid);
          known[step.who] = undefined;
        } else if (step.kind === "hide" && step.whom !== step.who) {
          await setHidden(person, uuid, ids[step.whom] ?? "", step.is_hidden);
        }
      }
      for (const n of people.keys()) await check(n);
      for (const person of people) await unblock(person);
    }),
    { numRuns: countPropertyRuns(6) },
  );
}, 120_000);

test("ROOM-07 more than a hundred changes of members and messages are read in several calls, none twice and none left out", async () => {
  const [yui, ken] = [await createPerson(), await createPerson()];
  const uuid = await createRoom();
  await join(yui, uuid, "ゆい");
  await join(ken, uuid, "けん");
  const old = await readFresh(yui, uuid);
  await executeSql(
    `with changed as (
       update conversations set last_change = last_change + 240, last_number = last_change + 240
       where uuid = $1 returning pk, last_change - 240 as start
     ), people as (
       insert into participants (conversation_pk, number) select pk, start + n from changed, generate_series(1, 239, 2) n
     ), members as (
       insert into room_members (conversation_pk, number, uuid, display_name, name_key, change, is_of_grade, is_left)
       select pk, start + n, 'crowd ' || start || ' ' || n, n, n, start + n, false, true from changed, generate_series(1, 239, 2) n
     )
     insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute)
     select pk, start + n, start + n, 'filled ' || n, 1, 'こんにちは', date_trunc('minute', now())
     from changed, generate_series(2, 240, 2) n`,
    [uuid],
  );
  const first = await readRoom(yui, uuid, { after: String(old.state.last_change) });
  expect([first.group_messages.length, first.members.length, first.has_more]).toEqual([50, 50, true]);
  expect(await catchUp(yui, uuid, old)).toEqual(await readFresh(yui, uuid));
});
