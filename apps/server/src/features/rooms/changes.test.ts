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
const { createPerson, createRoom, join, leave, rename, setHidden, block, unblock, readRoom } =
  calls;
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
function merge(
  known: Known,
  messages: RoomMessage[],
  members: RoomMember[],
  state: RoomState,
): Known {
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

const usualKinds = [
  "post",
  "post",
  "post",
  "reply",
  "reply",
  "catch_up",
  "catch_up",
  "catch_up",
] as const;
const rareKinds = [
  "take_back",
  "read",
  "rename",
  "leave_or_join",
  "block",
  "unblock",
  "hide",
] as const;
const member = fc.nat({ max: 3 });
const action = fc.record({
  kind: fc.constantFrom(...usualKinds, ...rareKinds),
  who: member,
  /** Whom `hide` hides, or shows again. */
  whom: member,
  is_hidden: fc.boolean(),
});
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

let nameCount = 0;
const createName = () => `name ${++nameCount}`;

/** A room with four people, and what the page of each knows; undefined for those who have left. */
async function openWorld(people: readonly Person[]) {
  const uuid = await createRoom();
  const ids = new Map<number, string>();
  const known = new Map<number, Known>();
  const posts: { key: string; by: number }[] = [];
  const getPerson = (n: number) => people[n] as Person;

  const enter = async (n: number) => {
    ids.set(n, await join(getPerson(n), uuid, createName()));
    known.set(n, await readFresh(getPerson(n), uuid));
  };
  const check = async (n: number) => {
    const before = known.get(n);
    if (!before) return;
    const caughtUp = await catchUp(getPerson(n), uuid, before);
    expect(caughtUp).toEqual(await readFresh(getPerson(n), uuid));
    known.set(n, caughtUp);
  };
  const post = async (by: number, reply_to?: string) => {
    const options = reply_to === undefined ? {} : { reply_to };
    const { status, data } = await postInRoom(getPerson(by), uuid, "言う", options);
    if (status === 201) posts.push({ key: data.data.group_message.key, by });
  };
  const perform: Record<Action["kind"], (action: Action) => Promise<unknown>> = {
    post: ({ who }) => post(who),
    reply: ({ who }) => post(who, posts.at(-1)?.key),
    catch_up: ({ who }) => check(who),
    take_back: async ({ who }) => {
      const own = posts.findLast(({ by }) => by === who);
      if (own) await takeBackInRoom(getPerson(who), uuid, own.key);
    },
    read: ({ who }) => readAllInRoom(getPerson(who), uuid),
    rename: ({ who }) => rename(getPerson(who), uuid, createName()),
    leave_or_join: async ({ who }) => {
      await leave(getPerson(who), uuid);
      known.delete(who);
    },
    block: ({ who }) => block(getPerson(who), uuid),
    unblock: ({ who }) => unblock(getPerson(who)),
    hide: async ({ who, whom, is_hidden }) => {
      if (who !== whom) await setHidden(getPerson(who), uuid, ids.get(whom) ?? "", is_hidden);
    },
  };
  for (const n of people.keys()) await enter(n);
  return {
    check,
    /** Performs an action of a member; somebody who has left can only join again. */
    perform: async (given: Action) => {
      if (known.has(given.who)) await perform[given.kind](given);
      else if (given.kind === "leave_or_join") await enter(given.who);
    },
  };
}

test("ROOM-07 TALK-11 what a member has, with the changes since, is what a new page reads, for every member", async () => {
  const people: Person[] = [];
  for (let n = 0; n < 4; n++) people.push(await createPerson());
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 30 }), async (actions) => {
      const world = await openWorld(people);
      for (const given of actions) await world.perform(given);
      for (const n of people.keys()) await world.check(n);
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
  expect([first.group_messages.length, first.members.length, first.has_more]).toEqual([
    50,
    50,
    true,
  ]);
  expect(await catchUp(yui, uuid, old)).toEqual(await readFresh(yui, uuid));
});
