import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { changesPerCall, Message, messageLength, ReadQuery } from "../messages.ts";
import { maxRoomMembers } from "../rooms.ts";
import { defineObject, EmptyObject, IdInput, Locale, PageQuery, PublicId } from "../shapes.ts";
import { reportNoteLength, talkReportReasons } from "../talks.ts";
import { getLooseLength } from "../text.ts";
import { RoomMember } from "./members.ts";

/**
 * A message of a room. In a room nobody sees who has read: `is_read` says whether the caller has. Name and picture are
 * those that its sender has in the room now.
 */
export const RoomMessage = defineObject({
  ...Message.properties,
  group_talk_user_summary_id: PublicId,
  display_name: Type.String(),
  icon_url: Type.String(),
  /** Whether its sender is no member any more. */
  has_left: Type.Boolean(),
  /** The key of the message that it replies to; null if it is no reply. */
  reply_to: Type.Union([Type.String(), Type.Null()]),
  /**
   * What the reply shows of that message. It has no text if it was taken back, or if the caller hides its sender; of a
   * hidden sender's message, nothing says whether it was taken back. It is taken back when the message with its key is,
   * without a change of the reply.
   */
  replied_message: Type.Union([
    defineObject({
      key: Type.String(),
      number: Type.Integer({ minimum: 1 }),
      group_talk_user_summary_id: PublicId,
      display_name: Type.String(),
      body: Type.String(),
      is_taken_back: Type.Boolean(),
      is_hidden: Type.Boolean(),
      me: Type.Boolean(),
    }),
    Type.Null(),
  ]),
});
export type RoomMessage = Static<typeof RoomMessage>;

/** What else a member sees change in a room. */
export const RoomState = defineObject({
  /** The number of the last change; if further changes follow, the number up to which they are listed. */
  last_change: Type.Integer({ minimum: 0 }),
  own_read_number: Type.Integer({ minimum: 0 }),
  members_count: Type.Integer({ minimum: 0, maximum: maxRoomMembers }),
  is_blocked: Type.Boolean(),
  /**
   * The members whom the caller hides, in the order of their ids. If they differ from those of an earlier reading, the
   * messages must be read anew: hiding somebody, or showing them again, changes no message.
   */
  hidden_members: Type.Array(PublicId),
});
export type RoomState = Static<typeof RoomState>;

/**
 * Messages of a room, for its members only: as `listMessages` lists those of a talk, without those of hidden members.
 * `members` are those who have joined, left or changed their name or picture after the number `after`; without `after` it
 * is empty, because the messages say it. A member's name and picture hold for all of their messages, and in replies to
 * them. With `after`, messages and members together are at most 100 changes; if more follow, a later call with the
 * state's `last_change` lists them.
 */
export const listRoomMessages = defineEndpoint({
  name: "listRoomMessages",
  summary: "Messages of a room",
  method: "GET",
  path: "/api/v2/group_messages",
  caller: "user",
  query: defineObject({
    uuid: IdInput,
    page: PageQuery,
    after: Type.Optional(Type.String({ maxLength: 40 })),
    /** Messages before this number; the page that follows the one that a client has. */
    before: Type.Optional(Type.String({ maxLength: 40 })),
    locale: Type.Optional(Locale),
  }),
  response: {
    200: defineObject({
      group_messages: Type.Array(RoomMessage, { maxItems: changesPerCall }),
      members: Type.Array(RoomMember, { maxItems: changesPerCall }),
      state: RoomState,
      /** Whether older messages exist, or with `after` further changes. */
      has_more: Type.Boolean(),
    }),
  },
  errors: ["sign_in_needed", "invalid_fields", "not_found", "forbidden"],
  limits: limitCalls(300),
});

/** How many messages one member may post in one room a minute. */
const roomMessagesPerMinute = 30;

/** Posts a message in a room; the key works as in `postMessage`. */
export const postRoomMessage = defineEndpoint({
  name: "postRoomMessage",
  summary: "Post a message in a room",
  method: "POST",
  path: "/api/v2/group_messages",
  caller: "user",
  reaches_others: true,
  body: defineObject({
    group_message: defineObject({
      group_talk_uuid: IdInput,
      body: Type.String({ maxLength: getLooseLength(messageLength) }),
      key: Type.String({ maxLength: 100 }),
    }),
    reply_to_group_message_key: Type.Optional(
      Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
    ),
    locale: Type.Optional(Locale),
  }),
  response: {
    201: defineObject({ data: defineObject({ group_message: RoomMessage }), state: RoomState }),
  },
  errors: [
    "sign_in_needed",
    "malformed",
    "invalid_fields",
    "letters_refused",
    "not_found",
    "terms_needed",
    "rules_needed",
    "room_blocked",
    "room_closed",
    "forbidden",
    "forbidden_words",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [
    { key: "user", max: 60, seconds: 60, on_store_error: "allow" },
    {
      key: "user",
      by: "group_message.group_talk_uuid",
      max: roomMessagesPerMinute,
      seconds: 60,
      on_store_error: "allow",
    },
  ],
});

const MessageParams = defineObject({ uuid: IdInput, key: IdInput });

/** Takes back one's own message, for `takeBackMinutes`; afterwards 403. Its text is deleted. */
export const takeBackRoomMessage = defineEndpoint({
  name: "takeBackRoomMessage",
  summary: "Take back a message in a room",
  method: "DELETE",
  path: "/api/v2/me/group_talks/:uuid/messages/:key",
  caller: "user",
  params: MessageParams,
  response: {
    200: defineObject({ data: defineObject({ group_message: RoomMessage }), state: RoomState }),
  },
  errors: ["sign_in_needed", "not_found", "forbidden", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Marks the messages of a room as read. */
export const readAllRoomMessages = defineEndpoint({
  name: "readAllRoomMessages",
  summary: "Mark the messages of a room as read",
  method: "PATCH",
  path: "/api/v2/me/group_talks/:uuid/read_all",
  caller: "user",
  params: defineObject({ uuid: IdInput }),
  query: ReadQuery,
  response: { 200: EmptyObject },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(240),
});

/**
 * Reports a message of another member. The report keeps the message as it is stored at that moment, and with
 * `includes_messages` the last 20 of the room. A repeated report of the same message changes nothing.
 */
export const reportRoomMessage = defineEndpoint({
  name: "reportRoomMessage",
  summary: "Report a message in a room",
  method: "POST",
  path: "/api/v2/me/group_talks/:uuid/messages/:key/reports",
  caller: "user",
  params: MessageParams,
  body: defineObject({
    reason: Type.Enum([...talkReportReasons]),
    note: Type.Optional(Type.String({ maxLength: reportNoteLength * 20 })),
    includes_messages: Type.Optional(Type.Boolean()),
  }),
  response: { 201: EmptyObject },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "refused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});
