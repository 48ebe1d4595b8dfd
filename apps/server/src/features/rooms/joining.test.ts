import { leaveAccount } from "@toibako/contract/leaving.ts";
import {
  getRoomMember,
  getRoomQuestions,
  hideRoomMember,
  listRoomAnswers,
  listRoomMembers,
  updateRoomMember,
} from "@toibako/contract/rooms/members.ts";
import {
  acceptRoomRules,
  getRoom,
  leaveRoom as leaveRoomEndpoint,
  listJoinableRooms,
  listRooms,
  type PersonalAnswer,
  startRoomShare,
  updateRoom,
} from "@toibako/contract/rooms.ts";
import { expect, test } from "vitest";
import { Failure } from "#platform/http/failure.ts";
import { createAccountViewer } from "#platform/identity/session.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  gradeAnswers,
  officialAnswers,
  officialQuestion,
  officialRoom,
  sendJoin,
} from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { findSessionUser } from "../accounts/queries.ts";
import { keepGradeRooms, openGradeRooms } from "./commands/grade-rooms.ts";
import { joinRoom as enterRoom } from "./commands/join.ts";
import { blockInRooms, leaveRoom, unblockInRooms } from "./commands/membership.ts";
import { findEntryRefusal } from "./policy/entry.ts";
import { findSchoolYear } from "./policy/grades.ts";
import { findRoomTitle, listJoinable } from "./queries/rooms.ts";

const site = await openSite();
const { database, db, jobs } = site.services;

let peopleCount = 0;

interface Person {
  account: string;
  browser: Browser;
}

async function createPerson(birthday: string | null = "1990-05-05"): Promise<Person> {
  const account = `person_${++peopleCount}`;
  const browser = await site.registerPerson(account);
  await database.executeSql(
    "update users set birthday = $1, is_message_tos_showed = true where account = $2",
    [birthday, account],
  );
  return { account, browser };
}

const join = (
  { browser }: Person,
  uuid: string,
  display_name: string,
  personal_answers: PersonalAnswer[] = officialAnswers,
  base64_image?: string | null,
) =>
  sendJoin(
    browser,
    { display_name, personal_answers, ...(base64_image !== undefined && { base64_image }) },
    uuid,
  );

async function joined(person: Person, uuid: string, name: string, answers?: PersonalAnswer[]) {
  const { data, status, text } = await join(person, uuid, name, answers);
  if (status !== 201) throw new Error(text);
  return data.group_talk_user_summary_id;
}

async function findGradeRoom(birth_year: number, year_number = 1): Promise<string> {
  const { rows } = await database.executeSql(
    `select uuid from rooms join conversations on pk = conversation_pk
     where birth_year = $1 and year_number = $2`,
    [birth_year, year_number],
  );
  return (rows[0] as { uuid: string } | undefined)?.uuid ?? "";
}

const readRoom = async ({ browser }: Person, uuid: string) =>
  (await browser.send(getRoom, { params: { uuid } })).data.group_talk;

const readChange = async (uuid: string) => {
  const { rows } = await database.executeSql(
    "select last_change from conversations where uuid = $1",
    [uuid],
  );
  return Number((rows[0] as { last_change: unknown }).last_change);
};

const schoolYear = findSchoolYear(new Date());
/** The birth year of those who were 15 when the present school year began. */
const birthYear = schoolYear - 16;

test("ROOM-21 ROOM-28 a first install has a room of each school year and two official ones", async () => {
  const { rows } = await database.executeSql(
    "select birth_year, year_number, members_count from rooms where birth_year is not null order by 1",
  );
  expect(rows).toEqual(
    Array.from({ length: 11 }, (_, index) => ({
      birth_year: schoolYear - 23 + index,
      year_number: 1,
      members_count: 0,
    })),
  );
  await keepGradeRooms(db);
  const counted = await database.executeSql("select room_type from rooms");
  expect(counted.rows).toHaveLength(13);
});

test("ROOM-28 on 1 April titles move up, a youngest room is made, and the oldest closes and is archived a year later", async () => {
  const member = await createPerson(`${schoolYear - 23}-04-02`);
  const oldest = await findGradeRoom(schoolYear - 23);
  await joined(member, oldest, "としうえ", gradeAnswers);
  const at = (year: number) => new Date(`${year}-04-01T00:00:00+09:00`);
  // The clock stays as it is: timers of the job queue that begin in a later year would wait for it.
  const readTitle = async (now: Date) => {
    const selected = await database.executeSql(
      `select uuid, birth_year, year_number, locale, texts, is_archived
       from rooms join conversations on pk = conversation_pk where uuid = $1`,
      [oldest],
    );
    const [room] = selected.rows as (Parameters<typeof findRoomTitle>[0] & {
      is_archived: boolean;
    })[];
    return room && [findRoomTitle(room, "ja", now), room.is_archived];
  };
  const visitor = site.openBrowser();
  const { data } = await visitor.send(getRoom, { params: { uuid: oldest } });
  expect([data.group_talk.title, data.group_talk.is_archived]).toEqual(await readTitle(new Date()));

  const lastSecond = new Date(at(schoolYear + 1).getTime() - 1_000);
  expect(await readTitle(lastSecond)).toEqual(["22・23歳の学年", false]);
  expect(await readTitle(at(schoolYear + 1))).toEqual(["23・24歳の学年", false]);
  const { rows } = await database.executeSql("select pk from users where account = $1", [
    member.account,
  ]);
  const newcomer = await findSessionUser(db, Number((rows[0] as { pk: unknown }).pk));
  const facts = { birth_year: schoolYear - 23, min_age: null, is_archived: false };
  const counts = { members_count: 1, is_blocked: false, is_in_grade_room: false };
  const refuse = (now: Date) => findEntryRefusal(newcomer, { ...facts, ...counts }, now);
  expect(refuse(at(schoolYear))).toBeUndefined();
  expect(refuse(at(schoolYear + 1))).toBe("no_entry");
  await keepGradeRooms(db, at(schoolYear + 1));
  expect(await findGradeRoom(schoolYear - 12)).not.toBe("");
  expect(await readTitle(at(schoolYear + 1))).toEqual(["23・24歳の学年", false]);
  const change = await readChange(oldest);
  await keepGradeRooms(db, at(schoolYear + 2));
  await keepGradeRooms(db, at(schoolYear + 2));
  expect(await readTitle(at(schoolYear + 2))).toEqual(["24・25歳の学年", true]);
  expect(await readChange(oldest)).toBe(change + 1);
  expect(await readRoom(member, oldest)).toMatchObject({ is_joined: true, is_archived: true });
  await database.executeSql("update rooms set is_archived = false");
});

test.each([
  ["the first birthday of the year", `${birthYear}-04-02`, 201],
  ["the last birthday of the year", `${birthYear + 1}-04-01`, 201],
  ["the day before", `${birthYear}-04-01`, 403],
  ["the day after", `${birthYear + 1}-04-02`, 403],
])("ROOM-22 ROOM-03 who may join a room of a school year: %s", async (_name, birthday, status) => {
  const person = await createPerson(birthday);
  const room = await findGradeRoom(birthYear);
  const reply = await join(person, room, `なまえ${birthday.replaceAll("-", "・")}`, gradeAnswers);
  expect([reply.status, reply.error?.code]).toEqual([
    status,
    status === 403 ? "no_entry" : undefined,
  ]);
});

test("ROOM-03 without a birthday joining is refused with 412, before the terms with 403, and an unknown room with 404", async () => {
  const unborn = await createPerson(null);
  expect((await join(unborn, officialRoom, "だれか")).status).toBe(412);
  await database.executeSql("update users set is_message_tos_showed = false where account = $1", [
    unborn.account,
  ]);
  expect((await join(unborn, officialRoom, "だれか")).error?.code).toBe("terms_needed");
  expect((await join(unborn, "unknown", "だれか")).status).toBe(404);
});

test("ROOM-21 minors can't join official rooms, and are not offered them", async () => {
  const minor = await createPerson(`${birthYear}-06-01`);
  expect((await join(minor, officialRoom, "こども")).error?.code).toBe("no_entry");
  const offered = (await minor.browser.send(listJoinableRooms, {})).data.group_talks;
  expect(offered.map(({ uuid }) => uuid)).toEqual([await findGradeRoom(birthYear)]);
});

test("ROOM-20 ROOM-17 joinable rooms are listed by priority, in Japanese only, and none twice", async () => {
  const adult = await createPerson();
  const list = async (locale?: "en") =>
    (await adult.browser.send(listJoinableRooms, { query: locale ? { locale } : {} })).data
      .group_talks;
  expect((await list()).map(({ uuid, priority }) => [uuid, priority])).toEqual([
    ["first-room-late-hours-", 20],
    [officialRoom, 10],
  ]);
  // One's own school year comes before all official rooms.
  const student = await createPerson(`${schoolYear - 21}-06-01`);
  const offered = (await student.browser.send(listJoinableRooms, {})).data.group_talks;
  expect(offered.map(({ room_type }) => room_type)).toEqual([
    "open_chat_by_grade",
    "official",
    "official",
  ]);
  expect(await list("en")).toEqual([]);
  await joined(adult, "first-room-late-hours-", "おとな", [
    { question_id: "late-hours-question-1-", value: "夜型" },
  ]);
  expect((await list()).map(({ uuid }) => uuid)).toEqual([officialRoom]);
  const own = await adult.browser.send(listRooms, { query: { locale: "en" } });
  expect(own.data.group_talks).toMatchObject([
    { title: "The late-night room", is_joined: true, is_without_latin: false, unread_count: 0 },
  ]);
  expect(own.data.pager.total_count).toBe(1);
  const beyond = await adult.browser.send(listRooms, { query: { page: "9" } });
  expect(beyond.data).toMatchObject({ group_talks: [], pager: { total_count: 1 } });
  expect((await (await createPerson(null)).browser.send(listJoinableRooms, {})).data).toEqual({
    group_talks: [],
  });
});

test("ROOM-02 a repeated join returns the present membership and changes nothing", async () => {
  const person = await createPerson();
  const first = await joined(person, officialRoom, "くりかえし");
  const change = await readChange(officialRoom);
  expect(await joined(person, officialRoom, "べつの名前")).toBe(first);
  const both = await createPerson();
  const ids = await Promise.all([
    joined(both, officialRoom, "どうじ"),
    joined(both, officialRoom, "どうじに"),
  ]);
  expect(ids[0]).toBe(ids[1]);
  expect(await readChange(officialRoom)).toBe(change + 1);
});

test("ROOM-23 of 250 who join at once for the last places, exactly 200 are let in", async () => {
  const room = await findGradeRoom(birthYear - 1);
  const people = await createCrowd(250, `${birthYear - 1}-07-07`);
  const codes = await Promise.all(people.map((person, index) => enter(person, room, index)));
  expect(codes.filter((code) => code === 201)).toHaveLength(200);
  expect(codes.filter((code) => code === "room_full")).toHaveLength(50);
  const { rows } = await database.executeSql(
    `select members_count, (
       select count(*)::int from room_members m where m.conversation_pk = rooms.conversation_pk and not is_left
     ) as counted from rooms where birth_year = $1`,
    [birthYear - 1],
  );
  expect(rows).toEqual([{ members_count: 200, counted: 200 }]);
  // The next room was opened by the join that left fewer than 20 places.
  await jobs.drain();
  const next = await findGradeRoom(birthYear - 1, 2);
  const refused = people[codes.indexOf("room_full")];
  const entered = people[codes.indexOf(201)];
  if (!refused || !entered) throw new Error("nobody was refused, or let in");
  const offered = await listJoinable(db, refused, "ja");
  expect(offered.map(({ uuid }) => uuid)).toEqual([next]);
  expect(offered[0]?.title).toMatch(/（2）$/);
  await openGradeRooms(db);
  expect(await findGradeRoom(birthYear - 1, 3)).toBe("");
  expect(await enter(refused, next, 0)).toBe(201);
  // Who is in one room of their school year is not let into another.
  await leaveRoom(site.services, entered, room);
  expect(await enter(refused, room, 1_000)).toBe("no_entry");
}, 120_000);

async function leave({ browser }: Person, uuid: string) {
  return (await browser.send(leaveRoomEndpoint, { params: { uuid } })).status;
}

/**
 * Lets an account join a room of a school year without a browser; returns the code of a refusal, or 201. Repeats the call
 * if no connection to the database was free in time, as a client does after a 503.
 */
async function enter(viewer: SignedIn, room: string, index: number): Promise<number | string> {
  const typed = { display_name: `ひと${index}番`, personal_answers: gradeAnswers };
  try {
    await enterRoom(site.services, viewer, "127.0.0.1", room, typed);
    return 201;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    if (String(error).includes("timeout exceeded")) return enter(viewer, room, index);
    throw error;
  }
}

/** Accounts without a password, which would take seconds to hash for each. */
async function createCrowd(count: number, birthday: string): Promise<SignedIn[]> {
  const { rows } = await database.executeSql(
    `insert into users (id, account, displaying_name, locale, time_zone, birthday, is_message_tos_showed)
     select lpad(n::text, 22, 'c'), 'crowd_' || n, 'x', 'ja', 'Asia/Tokyo', $2, true
     from generate_series(1, $1::int) n returning pk`,
    [count, birthday],
  );
  const keys = (rows as { pk: unknown }[]).map(({ pk }) => Number(pk));
  return Promise.all(
    keys.map(async (pk) =>
      createAccountViewer(site.services.secrets, await findSessionUser(db, pk), []),
    ),
  );
}

test("ROOM-23 simultaneous joins of two rooms of one school year let an account into one", async () => {
  const person = await createPerson(`${birthYear - 1}-08-08`);
  const rooms = [await findGradeRoom(birthYear - 1), await findGradeRoom(birthYear - 1, 2)];
  const codes = await Promise.all(
    rooms.map(async (room) => {
      const { status, error } = await join(person, room, "りょうほう", gradeAnswers);
      return error?.code ?? status;
    }),
  );
  expect(codes.filter((code) => code === 201)).toHaveLength(1);
  expect(codes.filter((code) => code === "no_entry")).toHaveLength(1);
});

test("ROOM-12 who is blocked is refused entry and not offered the room; a member stays and reads", async () => {
  const person = await createPerson();
  const member = await createPerson();
  const id = await joined(member, officialRoom, "とめられる人");
  for (const room of [officialRoom, null]) {
    for (const { account } of [person, member]) {
      expect(await blockInRooms(db, account, room)).toBe(true);
      expect(await blockInRooms(db, account, room)).toBe(true);
    }
    expect((await join(person, officialRoom, "はいりたい")).error?.code).toBe("no_entry");
    const offered = (await person.browser.send(listJoinableRooms, {})).data.group_talks;
    expect(offered.map(({ uuid }) => uuid)).not.toContain(officialRoom);
    expect(await readRoom(member, officialRoom)).toMatchObject({
      is_joined: true,
      is_blocked: true,
    });
    const body = { display_name: "あたらしい", personal_answers: officialAnswers };
    const renamed = await member.browser.send(updateRoomMember, { params: { id }, body });
    expect(renamed.error?.code).toBe("forbidden");
    for (const { account } of [person, member]) await unblockInRooms(db, account, room);
  }
  expect(await blockInRooms(db, person.account, "unknown")).toBe(false);
  expect(await blockInRooms(db, "nobody_here", null)).toBe(false);
  expect(await unblockInRooms(db, person.account, null)).toBe(false);
  // Leaving the site and coming back is no way around a block.
  const setLeft = (left_at: string) =>
    database.executeSql(`update users set left_at = ${left_at} where account = $1`, [
      person.account,
    ]);
  await setLeft("now()");
  expect(await blockInRooms(db, person.account, officialRoom)).toBe(true);
  await setLeft("null");
  expect((await join(person, officialRoom, "もどった")).error?.code).toBe("no_entry");
  expect(await unblockInRooms(db, person.account, officialRoom)).toBe(true);
  // A mistyped room ends no block.
  await blockInRooms(db, person.account, null);
  expect(await unblockInRooms(db, person.account, "unknown")).toBe(false);
  expect(await unblockInRooms(db, person.account, officialRoom)).toBe(false);
  expect((await join(person, officialRoom, "はいれない")).error?.code).toBe("no_entry");
  expect(await unblockInRooms(db, person.account, null)).toBe(true);
  expect((await join(person, officialRoom, "はいれた")).status).toBe(201);
});

test("ROOM-12 leaving and joining again is no way around a block", async () => {
  const member = await createPerson();
  await joined(member, officialRoom, "でてはいる人");
  await blockInRooms(db, member.account, officialRoom);
  expect(await leave(member, officialRoom)).toBe(204);
  expect((await join(member, officialRoom, "べつのひと")).error?.code).toBe("no_entry");
  expect(await readRoom(member, officialRoom)).toMatchObject({
    is_joined: false,
    is_blocked: true,
  });
  const offered = (await member.browser.send(listJoinableRooms, {})).data.group_talks;
  expect(offered.map(({ uuid }) => uuid)).not.toContain(officialRoom);
});

test("ROOM-29 a member mutes, accepts the rules, begins to share, and leaves; who comes back is somebody new", async () => {
  const person = await createPerson();
  const params = { uuid: officialRoom };
  const first = await joined(person, officialRoom, "でいり");
  const before = await readRoom(person, officialRoom);
  expect(before).toMatchObject({ is_muted: false, is_rules_accepted: false });
  await person.browser.send(updateRoom, { params, body: { is_muted: true } });
  await person.browser.send(acceptRoomRules, { params });
  expect((await person.browser.send(startRoomShare, { params })).status).toBe(200);
  expect(await readRoom(person, officialRoom)).toMatchObject({
    is_muted: true,
    is_rules_accepted: true,
  });
  const change = await readChange(officialRoom);
  expect([await leave(person, officialRoom), await leave(person, officialRoom)]).toEqual([
    204, 204,
  ]);
  expect(await readChange(officialRoom)).toBe(change + 1);
  const after = await readRoom(person, officialRoom);
  expect(after).toMatchObject({ is_joined: false, is_rules_accepted: false });
  expect(after.members_count).toBe(before.members_count - 1);
  const refused = [
    await person.browser.send(updateRoom, { params, body: { is_muted: false } }),
    await person.browser.send(acceptRoomRules, { params }),
    await person.browser.send(startRoomShare, { params }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
  const second = await joined(person, officialRoom, "でいり");
  expect(second).not.toBe(first);
  const old = await person.browser.send(getRoomMember, { params: { id: first } });
  expect(old.data).toMatchObject({
    display_name: "でいり",
    has_left: true,
    is_me: false,
    personal_answer_group: { items: [] },
  });
});

test("SET-14 ROOM-30 a member who leaves the site stays in the list, so that its time tells nothing", async () => {
  const [leaving, other] = [await createPerson(), await createPerson()];
  const id = await joined(leaving, officialRoom, "しばらく休む人");
  await joined(other, officialRoom, "まだいる人");
  const readMember = async () =>
    (await other.browser.send(getRoomMember, { params: { id } })).data as unknown;
  const before = [await readMember(), await readRoom(other, officialRoom)];
  const left = await leaving.browser.send(leaveAccount, {});
  expect(left.status).toBe(204);
  expect([await readMember(), await readRoom(other, officialRoom)]).toEqual(before);
});

test("ROOM-13 ROOM-15 ROOM-16 members read each other's answers in their language; strangers nothing", async () => {
  const [one, two, stranger] = [await createPerson(), await createPerson(), await createPerson()];
  const id = await joined(one, officialRoom, "こたえる人", [
    { question_id: officialQuestion, value: "Music" },
    { question_id: "favourites-question-2-", value: "散歩" },
  ]);
  await joined(two, officialRoom, "よむ人");
  const profile = await two.browser.send(getRoomMember, {
    params: { id },
    query: { locale: "ja" },
  });
  expect(profile.data).toEqual({
    id,
    display_name: "こたえる人",
    icon_url: expect.stringMatching(/^\/avatars\/\w+\.svg$/),
    is_me: false,
    has_left: false,
    is_hidden: false,
    personal_answer_group: {
      id: "favourites-questions--",
      items: [
        { question_id: officialQuestion, value: "音楽" },
        { question_id: "favourites-question-2-", value: "散歩" },
      ],
    },
  });
  const summary = (person: Person, question_id: string) =>
    person.browser.send(listRoomAnswers, { params: { uuid: officialRoom, question_id } });
  const answers = await summary(two, "favourites-question-2-");
  expect(answers.data.answers).toEqual([
    expect.objectContaining({ group_talk_user_summary_id: id, value: "散歩" }),
  ]);
  expect((await summary(two, "late-hours-question-1-")).status).toBe(404);
  expect((await summary(stranger, "favourites-question-2-")).status).toBe(403);
  const params = { uuid: officialRoom };
  expect((await stranger.browser.send(listRoomMembers, { params })).status).toBe(403);
  expect((await stranger.browser.send(getRoomMember, { params: { id } })).status).toBe(404);
  const listed = (await two.browser.send(listRoomMembers, { params })).data.members;
  expect(listed[0]).toMatchObject({ display_name: "よむ人", is_me: true });
  const ids = listed.slice(1).map((member) => member.id);
  expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
  const questions = await stranger.browser.send(getRoomQuestions, {
    params: { id: "favourites-questions--" },
    query: { locale: "en" },
  });
  expect(questions.data.items.map(({ body, input_type }) => [body, input_type])).toEqual([
    ["What do you like best?", "select"],
    ["If you recommend one thing?", "text"],
  ]);
});

test("ROOM-29 hiding a member is seen by the hider only", async () => {
  const [hider, hidden] = [await createPerson(), await createPerson()];
  const own = await joined(hider, officialRoom, "かくす人");
  const id = await joined(hidden, officialRoom, "かくれる人");
  const hide = (target: string, is_hidden: boolean) =>
    hider.browser.send(hideRoomMember, { params: { id: target }, body: { is_hidden } });
  const isHidden = async (person: Person, target: string) =>
    (await person.browser.send(getRoomMember, { params: { id: target } })).data.is_hidden;
  for (const is_hidden of [true, true, false]) {
    expect((await hide(id, is_hidden)).data).toEqual({ is_hidden });
    expect(await isHidden(hider, id)).toBe(is_hidden);
    expect(await isHidden(hidden, own)).toBe(false);
  }
  expect((await hide(own, true)).status).toBe(404);
});

test("ROOM-30 no reply about a room contains anything of another member's account", async () => {
  const seen = await createPerson();
  await database.executeSql(
    "update users set displaying_name = 'SECRET-NAME', icon_url = '/pictures/SECRET-PICTURE0000000.webp', self_introduction = 'SECRET-TEXT' where account = $1",
    [seen.account],
  );
  const { rows } = await database.executeSql("select id, account from users where account = $1", [
    seen.account,
  ]);
  const user = rows[0] as { id: string; account: string };
  const id = await joined(seen, officialRoom, "ひみつの人");
  const reader = await createPerson();
  await joined(reader, officialRoom, "のぞく人");
  const params = { uuid: officialRoom };
  const { browser } = reader;
  const replies = await Promise.all([
    browser.send(getRoom, { params }),
    browser.send(listRooms, {}),
    browser.send(listJoinableRooms, {}),
    browser.send(listRoomMembers, { params }),
    browser.send(getRoomMember, { params: { id } }),
    browser.send(hideRoomMember, { params: { id }, body: { is_hidden: false } }),
    browser.send(getRoomQuestions, { params: { id: "favourites-questions--" } }),
    browser.send(listRoomAnswers, {
      params: { ...params, question_id: officialQuestion },
    }),
    browser.send(acceptRoomRules, { params }),
    site.openBrowser().send(getRoom, { params }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(Array(replies.length).fill(200));
  const text = replies.map((reply) => reply.text).join("\n");
  expect(text).toContain("ひみつの人");
  for (const secret of ["SECRET", user.id, user.account]) expect(text).not.toContain(secret);
});
