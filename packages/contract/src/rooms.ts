import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import type { Locale as LocaleName } from "./locales.ts";
import { maxUnreadMessages } from "./messages.ts";
import { maxPictureBytes } from "./pictures.ts";
import {
  defineObject,
  EmptyObject,
  IdInput,
  Locale,
  PageQuery,
  Pager,
  PublicId,
  Timestamp,
} from "./shapes.ts";
import { getLooseLength } from "./text.ts";

export const roomsPerPage = 20;

/** How many present members a room can have. */
export const maxRoomMembers = 200;

/** Maximum number of characters of a member's name, and of an answer to a room's question. */
export const roomNameLength = 20;
export const roomAnswerLength = 50;

/** Maximum number of questions that a room asks its members; it asks at least one. */
export const maxRoomQuestions = 5;

/** A room of one school year, which the system makes, or one that staff have made. */
const roomTypes = ["open_chat_by_grade", "official"] as const;

/** The languages in which the system makes rooms of school years; the joinable rooms are listed in these only. */
export const roomLocales = ["ja"] as const satisfies readonly (typeof Locale.enum)[number][];

/** What an official room is called and about, in each language. */
export type RoomTexts = Record<LocaleName, { title: string; description: string }>;

/** The options of a question of a room, in the same order in each language. */
export type RoomOptions = Record<LocaleName, string[]>;

/**
 * A room, as anybody sees it who has its address. Its title and its description are those of the caller's language, or
 * else of the room's. Of somebody who isn't a member, `is_muted`, `unread_count` and `group_talk_user_summary_id` say
 * nothing.
 */
export const Room = defineObject({
  uuid: PublicId,
  room_type: Type.Enum([...roomTypes]),
  /** Rooms are listed by this number, the highest first, and then by their newest message. */
  priority: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  icon_url: Type.String(),
  locale: Locale,
  members_count: Type.Integer({ minimum: 0, maximum: maxRoomMembers }),
  is_joined: Type.Boolean(),
  /** Whether staff have blocked the caller, who can then read as a member, but neither post nor join. */
  is_blocked: Type.Boolean(),
  /** Whether nobody can post any more. */
  is_archived: Type.Boolean(),
  /** Whether texts must have no Latin letters. */
  is_without_latin: Type.Boolean(),
  is_muted: Type.Boolean(),
  /** Whether the caller has accepted the rules, which posting needs. */
  is_rules_accepted: Type.Boolean(),
  unread_count: Type.Integer({ minimum: 0, maximum: maxUnreadMessages }),
  /** The caller's membership; null if they aren't a member. */
  group_talk_user_summary_id: Type.Union([PublicId, Type.Null()]),
  /** The questions that the room asks its members; see `getRoomQuestions`. */
  personal_answer_group_id: PublicId,
});
export type Room = Static<typeof Room>;

/** A room in the list of those that the caller has joined. */
export const ListedRoom = defineObject({
  ...Room.properties,
  /** The newest message, apart from those of members whom the caller hides; null if there is none. */
  last_message: Type.Union([
    defineObject({
      /** Empty if it was taken back. */
      body: Type.String(),
      is_taken_back: Type.Boolean(),
      me: Type.Boolean(),
      /** The name of its sender in the room; empty if their account was destroyed. */
      display_name: Type.String(),
      created_at: Timestamp,
      formatted_date_time: Type.String(),
    }),
    Type.Null(),
  ]),
});
export type ListedRoom = Static<typeof ListedRoom>;

const RoomReply = { 200: defineObject({ group_talk: Room }) };
const RoomParams = defineObject({ uuid: IdInput });

/** The rooms that the caller has joined; 20 a page. */
export const listRooms = defineEndpoint({
  name: "listRooms",
  summary: "Rooms of the signed-in account",
  method: "GET",
  path: "/api/v2/me/group_talks",
  caller: "user",
  query: defineObject({ page: PageQuery, locale: Type.Optional(Locale) }),
  response: {
    200: defineObject({
      group_talks: Type.Array(ListedRoom, { maxItems: roomsPerPage }),
      pager: Pager,
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(240),
});

/**
 * The rooms of the page's language that the caller can join: the newest of their school year unless they are in one of
 * it, and the official ones. Empty for an account without a birthday.
 */
export const listJoinableRooms = defineEndpoint({
  name: "listJoinableRooms",
  summary: "Rooms that the signed-in account can join",
  method: "GET",
  path: "/api/v2/group_talks/joinable",
  caller: "user",
  query: defineObject({ locale: Type.Optional(Locale) }),
  response: {
    200: defineObject({ group_talks: Type.Array(Room, { maxItems: roomsPerPage }) }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(240),
});

/** A room; visitors see it too, as an invitation. */
export const getRoom = defineEndpoint({
  name: "getRoom",
  summary: "A room",
  method: "GET",
  path: "/api/v2/group_talks/:uuid",
  caller: "anyone",
  params: RoomParams,
  query: defineObject({ locale: Type.Optional(Locale) }),
  response: RoomReply,
  errors: ["not_found"],
  limits: limitCalls(300),
});

/** An answer to a question of a room: a text, or one of the question's options. */
export const PersonalAnswer = defineObject({
  question_id: PublicId,
  value: Type.String({ maxLength: getLooseLength(roomAnswerLength) }),
});
export type PersonalAnswer = Static<typeof PersonalAnswer>;

/** Maximum bytes of a body with a picture. A slightly larger picture still reaches the handler, which names the reason. */
export const maxRoomProfileBytes = Math.ceil(maxPictureBytes / 3) * 4 + 200_000;

/** The picture, the name and the answers by which a member is known in a room, and in this room only. */
export const roomProfileFields = {
  display_name: Type.String({ maxLength: getLooseLength(roomNameLength) }),
  personal_answers: Type.Array(PersonalAnswer, { maxItems: maxRoomQuestions }),
  /** A picture in base64, with or without the prefix of a data URL; null for the room's drawing. */
  base64_image: Type.Optional(
    Type.Union([Type.String({ maxLength: maxRoomProfileBytes }), Type.Null()]),
  ),
};

/**
 * Joins a room. A repeated call returns the membership that exists. Who is blocked, of another school year or age, or in
 * another room of their school year gets `no_entry`.
 */
export const joinRoom = defineEndpoint({
  name: "joinRoom",
  summary: "Join a room",
  method: "POST",
  path: "/api/v2/me/group_talks/:uuid/join",
  caller: "user",
  reaches_others: true,
  params: RoomParams,
  body: defineObject({
    uuid: Type.Optional(IdInput),
    locale: Type.Optional(Locale),
    ...roomProfileFields,
  }),
  max_body_bytes: maxRoomProfileBytes,
  response: { 201: defineObject({ group_talk_user_summary_id: PublicId }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "terms_needed",
    "birth_date_needed",
    "no_entry",
    "room_full",
    "forbidden_words",
    "too_large",
    "wrong_media",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

/** Mutes a room for the caller, or ends that. */
export const updateRoom = defineEndpoint({
  name: "updateRoom",
  summary: "Mute a room",
  method: "PATCH",
  path: "/api/v2/me/group_talks/:uuid",
  caller: "user",
  params: RoomParams,
  body: defineObject({ is_muted: Type.Boolean() }),
  response: RoomReply,
  errors: ["sign_in_needed", "invalid_fields", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Accepts the rules of a room, which posting in it needs. */
export const acceptRoomRules = defineEndpoint({
  name: "acceptRoomRules",
  summary: "Accept the rules of a room",
  method: "PUT",
  path: "/api/v2/me/group_talks/:uuid/rules",
  caller: "user",
  params: RoomParams,
  response: RoomReply,
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Leaves a room. The caller's messages stay under the name that they had in it; they can join again as somebody new. */
export const leaveRoom = defineEndpoint({
  name: "leaveRoom",
  summary: "Leave a room",
  method: "DELETE",
  path: "/api/v2/me/group_talks/:uuid",
  caller: "user",
  params: RoomParams,
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Records that a member has begun to share the room in some way. */
export const startRoomShare = defineEndpoint({
  name: "startRoomShare",
  summary: "Record that sharing a room has begun",
  method: "PATCH",
  path: "/api/v2/me/group_talks/:uuid/share",
  caller: "user",
  reaches_others: true,
  params: RoomParams,
  response: { 200: EmptyObject },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Posts the room's link on the caller's linked X; posting it again creates no second post. */
export const shareRoom = defineEndpoint({
  name: "shareRoom",
  summary: "Post a room's link to the linked account",
  method: "POST",
  path: "/api/v2/me/group_talks/:uuid/share",
  caller: "user",
  reaches_others: true,
  params: RoomParams,
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "refused", "overloaded", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 10, seconds: 3600, on_store_error: "refuse" }],
});
