import type { Input } from "@toibako/contract/endpoint.ts";
import {
  listRoomMessages,
  postRoomMessage,
  readAllRoomMessages,
  takeBackRoomMessage,
} from "@toibako/contract/rooms/messages.ts";
import { joinRoom, type PersonalAnswer } from "@toibako/contract/rooms.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { publishRoom } from "../../features/rooms/commands/hints.ts";
import type { Browser } from "./browser.ts";
import type { openSite } from "./site.ts";
import { createMessageKey, createTalkCalls, type Person } from "./talks.ts";

/** A room of the first install which everybody from 18 years may join, and its question. */
export const officialRoom = "first-room-favourites-";
export const officialQuestion = "favourites-question-1-";
export const officialAnswers: PersonalAnswer[] = [{ question_id: officialQuestion, value: "本" }];

/** Answers to the questions of rooms of school years. */
export const gradeAnswers: PersonalAnswer[] = [
  { question_id: "school-year-question-1", value: "きき役" },
  { question_id: "school-year-question-2", value: "趣味" },
];

type RoomProfile = Input<typeof joinRoom>["body"];

/** Sends the call that joins a room, with answers to the questions of the official room unless others are given. */
export const sendJoin = (
  browser: Browser,
  profile: Pick<RoomProfile, "display_name"> & Partial<RoomProfile>,
  uuid = officialRoom,
) =>
  browser.send(joinRoom, {
    params: { uuid },
    body: { personal_answers: officialAnswers, ...profile },
  });

/** What a test chooses of a room. */
interface RoomColumns {
  /** The birth year of a room of a school year, whose texts have no Latin letters; an official room has none. */
  birth_year?: number;
  title?: string;
}

// Above the numbers of the rooms that the site makes itself.
let gradeRooms = 1_000;

/** Calls of rooms by the people of a site; rooms and members are stored without the calls that make them. */
export function createRoomCalls(site: Awaited<ReturnType<typeof openSite>>) {
  const { services } = site;
  const { executeSql } = services.database;
  const talkCalls = createTalkCalls(site);
  const { findPk } = talkCalls;

  /** Stores a room and returns its id. */
  const createRoom = async ({ birth_year, title = "A room" }: RoomColumns = {}) => {
    const uuid = createPublicId();
    await executeSql(
      `with new_group as (
         insert into room_question_groups (uuid) values ($1) returning pk
       ), new_conversation as (
         insert into conversations (uuid, last_posted_minute) values ($1, date_trunc('minute', now())) returning pk
       )
       insert into rooms (conversation_pk, room_type, locale, group_pk, birth_year, year_number, texts, icon_url, min_age)
       select new_conversation.pk, case when $2::int is null then 'official' else 'open_chat_by_grade' end, 'ja',
         new_group.pk, $2::int, case when $2::int is not null then $3::int end,
         case when $2::int is null then jsonb_build_object('ja', jsonb_build_object('title', $4::text, 'description', '')) end,
         case when $2::int is null then '/avatars/letter.svg' end, case when $2::int is null then 18 end
       from new_group, new_conversation`,
      [uuid, birth_year ?? null, ++gradeRooms, title],
    );
    return uuid;
  };

  /** Changes a room and its members as joining, leaving and renaming do: with one number, which it takes. */
  const change = async (uuid: string, text: string, values: unknown[]) => {
    const { rows } = await executeSql(
      `with changed as (
         update conversations set last_change = last_change + 1 where uuid = $1
         returning pk, last_change, last_number
       ) ${text}`,
      [uuid, ...values],
    );
    publishRoom(services, uuid);
    return rows as { id: string }[];
  };

  /** Lets a person join; returns the id of the membership. */
  const join = async (person: Person, uuid: string, name = person.account) => {
    const [member] = await change(
      uuid,
      `, own as (
         insert into participants (conversation_pk, number, user_pk, read_number)
         select pk, last_change, $2::bigint, last_number from changed
       ), counted as (
         update rooms set members_count = members_count + 1 from changed where conversation_pk = pk
       )
       insert into room_members
         (conversation_pk, number, uuid, user_pk, display_name, name_key, change, is_of_grade, is_rules_accepted)
       select pk, last_change, $3::text, $2::bigint, $4::text, $4::text, last_change, false, true from changed
       returning uuid as id`,
      [await findPk(person), createPublicId(), name],
    );
    return member?.id ?? "";
  };

  /** Changes the present membership of a person. */
  const changeMember = async (person: Person, uuid: string, columns: string, values: unknown[]) =>
    change(
      uuid,
      `update room_members set change = changed.last_change, ${columns} from changed
       where conversation_pk = changed.pk and user_pk = $2 and not is_left`,
      [await findPk(person), ...values],
    );

  const leave = async (person: Person, uuid: string) => {
    await executeSql(
      `with gone as (
         update participants set user_pk = null
         where conversation_pk = (select pk from conversations where uuid = $1) and user_pk = $2
         returning conversation_pk
       )
       update rooms set members_count = members_count - 1 from gone where rooms.conversation_pk = gone.conversation_pk`,
      [uuid, await findPk(person)],
    );
    await changeMember(person, uuid, "is_left = true", []);
  };

  /** Lets somebody hide a member, or show them again. */
  const setHidden = async (person: Person, uuid: string, hidden_id: string, is_hidden: boolean) => {
    const relations = `room_members mine join room_members other using (conversation_pk)
      join conversations on pk = conversation_pk
      where conversations.uuid = $1 and mine.user_pk = $2 and not mine.is_left and other.uuid = $3`;
    const text = is_hidden
      ? `insert into hidden_room_members select conversation_pk, mine.number, other.number from ${relations}
         on conflict do nothing`
      : `delete from hidden_room_members where (conversation_pk, member_number, hidden_number) in (
           select conversation_pk, mine.number, other.number from ${relations})`;
    await executeSql(text, [uuid, await findPk(person), hidden_id]);
  };

  return {
    ...talkCalls,
    createRoom,
    join,
    leave,
    rename: (person: Person, uuid: string, name: string) =>
      changeMember(person, uuid, "display_name = $3::text, name_key = $3::text", [name]),
    setHidden,
    /** Lets staff block a person in a room, or in all. */
    block: async (person: Person, uuid: string | null) =>
      executeSql(
        `insert into room_blocks (user_pk, conversation_pk, blocked_hour)
         values ($1, (select pk from conversations where uuid = $2), date_trunc('hour', now()))
         on conflict do nothing`,
        [await findPk(person), uuid],
      ),
    unblock: async (person: Person) =>
      executeSql("delete from room_blocks where user_pk = $1", [await findPk(person)]),
    postInRoom: (
      { browser }: Person,
      group_talk_uuid: string,
      body: string,
      { key = createMessageKey(), reply_to }: { key?: string; reply_to?: string } = {},
    ) =>
      browser.send(postRoomMessage, {
        body: {
          group_message: { group_talk_uuid, body, key },
          ...(reply_to === undefined ? {} : { reply_to_group_message_key: reply_to }),
        },
      }),
    takeBackInRoom: ({ browser }: Person, uuid: string, key: string) =>
      browser.send(takeBackRoomMessage, { params: { uuid, key } }),
    readAllInRoom: ({ browser }: Person, uuid: string) =>
      browser.send(readAllRoomMessages, { params: { uuid } }),
    readUpTo: ({ browser }: Person, uuid: string, number: number) =>
      browser.send(readAllRoomMessages, { params: { uuid }, query: { up_to: String(number) } }),
    listInRoom: ({ browser }: Person, uuid: string, query: object = {}) =>
      browser.send(listRoomMessages, { query: { uuid, ...query } }),
    /** Reads a room as a member who may. */
    readRoom: async ({ browser }: Person, uuid: string, query: object = {}) =>
      (await browser.send(listRoomMessages, { query: { uuid, ...query } })).data,
  };
}
