import type { RoomMember } from "@toibako/contract/rooms/members.ts";
import type { RoomMessage, RoomState } from "@toibako/contract/rooms/messages.ts";
import { getRoom } from "@toibako/contract/rooms.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "#platform/http/failure.ts";
import { createAccountViewer } from "#platform/identity/session.ts";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { createRoomCalls, gradeAnswers } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import type { Person } from "#platform/testing/talks.ts";
import { findSessionUser } from "../accounts/queries.ts";
import { keepGradeRooms } from "./commands/grade-rooms.ts";
import { joinRoom } from "./commands/join.ts";
import { schoolYearGroup } from "./first-rooms.ts";
import { findSchoolYear } from "./policy/grades.ts";

const site = await openSite();
const { services } = site;
const { executeSql } = services.database;
const runs = countPropertyRuns(6);
const calls = createRoomCalls(site);
const { createPerson, createRoom, join, leave, rename, setHidden, block, unblock, readRoom } =
  calls;
const { postInRoom, takeBackInRoom, readAllInRoom, setColumns, findPk } = calls;

/** The birth year of the oldest who can join a room of a school year now. */
const oldestYear = findSchoolYear(new Date()) - 23;

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
  "year_turns",
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
const createName = () => `なまえ${++nameCount}`;

/** Lets a person join by the rules; returns the id of the membership, or why they are refused. */
async function enterByRules(person: Person, uuid: string): Promise<{ id?: string; code?: string }> {
  const user = await findSessionUser(services.db, await findPk(person));
  const viewer = createAccountViewer(services.secrets, user, []);
  const typed = { display_name: createName(), personal_answers: gradeAnswers };
  try {
    const id = await joinRoom(services, viewer, "127.0.0.1", uuid, typed);
    await executeSql("update room_members set is_rules_accepted = true where uuid = $1", [id]);
    return { id };
  } catch (error) {
    if (error instanceof Failure) return { code: error.code };
    throw error;
  }
}

/** Makes the people of a room and its school year a year older, and does what is done on 1 April. */
async function turnYear(people: readonly Person[], uuid: string): Promise<void> {
  await executeSql(
    `update rooms set birth_year = birth_year - 1
     where conversation_pk = (select pk from conversations where uuid = $1)`,
    [uuid],
  );
  await executeSql(
    "update users set birthday = birthday - interval '1 year' where account = any($1)",
    [people.map(({ account }) => account)],
  );
  await keepGradeRooms(services.db);
}

/**
 * A room of the oldest school year with four people, and what the page of each knows; undefined for those who have left.
 */
async function openWorld(people: readonly Person[]) {
  const uuid = await createRoom({ birth_year: oldestYear });
  await executeSql(
    `update rooms set group_pk = (select pk from room_question_groups where uuid = $2)
     where conversation_pk = (select pk from conversations where uuid = $1)`,
    [uuid, schoolYearGroup.uuid],
  );
  // Nobody is held back by the room of the world before.
  await executeSql("update room_members set is_of_grade = false");
  for (const { account } of people) await setColumns(account, { birthday: `${oldestYear}-07-07` });
  const blocked = new Set<number>();
  let years = 0;
  const ids = new Map<number, string>();
  const known = new Map<number, Known>();
  const posts: { key: string; by: number; is_taken_back: boolean }[] = [];
  const getPerson = (n: number) => people[n] as Person;

  const enter = async (n: number) => {
    const { id, code } = await enterByRules(getPerson(n), uuid);
    expect(code).toBe(blocked.has(n) || years > 0 ? "no_entry" : undefined);
    if (id === undefined) return;
    ids.set(n, id);
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
    const { status, data, error } = await postInRoom(getPerson(by), uuid, "言う", options);
    const target = posts.findLast(({ key }) => key === reply_to);
    if (blocked.has(by)) expect(error?.code).toBe("room_blocked");
    else if (years > 1) expect(error?.code).toBe("room_closed");
    else expect(error?.code).toBe(target?.is_taken_back ? "not_found" : undefined);
    if (status === 201) {
      posts.push({ key: data.data.group_message.key, by, is_taken_back: false });
    }
  };
  const perform: Record<Action["kind"], (action: Action) => Promise<unknown>> = {
    post: ({ who }) => post(who),
    reply: ({ who }) => post(who, posts.at(-1)?.key),
    catch_up: ({ who }) => check(who),
    take_back: async ({ who }) => {
      const own = posts.findLast(({ by }) => by === who);
      if (!own) return;
      const { status } = await takeBackInRoom(getPerson(who), uuid, own.key);
      // Whoever has come back is somebody else than the one who has written.
      own.is_taken_back ||= status === 200;
    },
    read: ({ who }) => readAllInRoom(getPerson(who), uuid),
    rename: ({ who }) => rename(getPerson(who), uuid, createName()),
    leave_or_join: async ({ who }) => {
      await leave(getPerson(who), uuid);
      known.delete(who);
    },
    block: async ({ who }) => {
      await block(getPerson(who), uuid);
      blocked.add(who);
    },
    unblock: async ({ who }) => {
      await unblock(getPerson(who));
      blocked.delete(who);
    },
    year_turns: async ({ who }) => {
      await turnYear(people, uuid);
      years += 1;
      const { data } = await getPerson(who).browser.send(getRoom, {
        params: { uuid },
        query: { locale: "ja" },
      });
      const { title, is_archived, is_joined } = data.group_talk;
      expect(title).toContain(`${22 + years}・${23 + years}歳の学年`);
      expect([is_joined, is_archived]).toEqual([true, years > 1]);
    },
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

test(
  "ROOM-07 ROOM-28 TALK-11 with joins, blocks and the year's turn: what a member has, with the changes since, is what a new page reads",
  async () => {
    const people: Person[] = [];
    for (let n = 0; n < 4; n++) people.push(await createPerson());
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 30 }), async (actions) => {
        const world = await openWorld(people);
        for (const given of actions) await world.perform(given);
        for (const n of people.keys()) await world.check(n);
        for (const person of people) await unblock(person);
      }),
      { numRuns: runs },
    );
  },
  runs * 20_000,
);

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
