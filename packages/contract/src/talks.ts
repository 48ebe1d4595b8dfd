import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { maxUnreadMessages } from "./messages.ts";
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

export const talksPerPage = 20;

/** How many talks an account may start on one day. */
export const startsPerDay = 10;

/** How many messages a starter may send before the receiver has replied. */
export const messagesBeforeReply = 3;

/** How many of the talks that an account has received are viewable without paying. */
export const freeTalks = 3;

/** Hours after which a talk in which nobody has written is deleted. */
export const emptyTalkHours = 24;

/**
 * The other one in a talk. For the receiver it is anonymous until the starter has shown themselves: then `account` is
 * null, the name is empty, and the icon is a drawing of this talk. It is also null for an account that has left.
 */
const TalkPartner = defineObject({
  displaying_name: Type.String(),
  icon_url: Type.String(),
  account: Type.Union([Type.String(), Type.Null()]),
});

/**
 * A talk as one of the two sees it. If it isn't viewable, it has no partner, no text, and only the day of its last
 * message.
 */
export const Talk = defineObject({
  uuid: PublicId,
  is_viewable: Type.Boolean(),
  /** Whether the caller has started it. */
  is_starter: Type.Boolean(),
  /** Whether the starter has shown who they are. */
  is_starter_shown: Type.Boolean(),
  partner: Type.Union([TalkPartner, Type.Null()]),
  /** Empty if there is no message, or if the last one was taken back. */
  last_message_body: Type.String(),
  is_last_message_taken_back: Type.Boolean(),
  is_last_message_mine: Type.Boolean(),
  last_message_at: Type.Union([Timestamp, Type.Null()]),
  formatted_date_time: Type.String(),
  unread_count: Type.Integer({ minimum: 0, maximum: maxUnreadMessages }),
  is_reported: Type.Boolean(),
  is_muted: Type.Boolean(),
  /** Whether the caller receives no more messages in it. */
  is_ended: Type.Boolean(),
  /** Whether it waits, because it arrived while the caller's calm mode was on. */
  is_held: Type.Boolean(),
  /** How many messages the caller may still send before the first reply; null without this limit. */
  messages_left: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** Whether the receiver has written; before that, addresses in messages are not links. */
  is_answered: Type.Boolean(),
});
export type Talk = Static<typeof Talk>;

const TalkReply = { 200: defineObject({ talk: Talk }) };
const TalkParams = defineObject({ uuid: IdInput });

/** The caller's talks, the one with the newest message first; 20 a page. `held` lists those that wait instead. */
export const listTalks = defineEndpoint({
  name: "listTalks",
  summary: "Talks of the signed-in account",
  method: "GET",
  path: "/api/v2/me/talks",
  caller: "user",
  query: defineObject({
    page: PageQuery,
    held: Type.Optional(Type.Enum(["true"])),
    locale: Type.Optional(Locale),
  }),
  response: {
    200: defineObject({
      talks: Type.Array(Talk, { maxItems: talksPerPage }),
      pager: Pager,
      held_count: Type.Integer({ minimum: 0, maximum: maxUnreadMessages }),
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(240),
});

/**
 * Starts a talk with an account, or returns the one that the caller has started with it before. The receiver sees it
 * with its first message and doesn't see who started it. Every reason for which the receiver takes no messages has the
 * same reply, `talk_refused`. A receiver who blocks the caller never sees the talk.
 */
export const startTalk = defineEndpoint({
  name: "startTalk",
  summary: "Start a talk",
  method: "POST",
  path: "/api/v2/me/talks",
  caller: "user",
  reaches_others: true,
  body: defineObject({
    talk: defineObject({ account: Type.String({ minLength: 1, maxLength: 64 }) }),
    locale: Type.Optional(Locale),
  }),
  response: { 201: defineObject({ talk: defineObject({ uuid: PublicId }) }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "terms_needed",
    "birth_date_needed",
    "too_young",
    "talk_refused",
    "refused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [
    { key: "user", max: 60, seconds: 900, on_store_error: "refuse" },
    {
      key: "user",
      max: startsPerDay,
      seconds: 86_400,
      on_store_error: "refuse",
      is_counted_by_handler: true,
    },
  ],
});

/** A talk of the caller, also one that isn't viewable. */
export const getTalk = defineEndpoint({
  name: "getTalk",
  summary: "A talk of the signed-in account",
  method: "GET",
  path: "/api/v2/me/talks/:uuid",
  caller: "user",
  params: TalkParams,
  query: defineObject({ locale: Type.Optional(Locale) }),
  response: TalkReply,
  errors: ["sign_in_needed", "not_found"],
  limits: limitCalls(300),
});

/** Mutes a talk, or ends it for the caller, who then receives no more messages in it; each can be undone. */
export const updateTalk = defineEndpoint({
  name: "updateTalk",
  summary: "Mute or end a talk",
  method: "PATCH",
  path: "/api/v2/me/talks/:uuid",
  caller: "user",
  params: TalkParams,
  body: defineObject({
    is_muted: Type.Optional(Type.Boolean()),
    is_ended: Type.Optional(Type.Boolean()),
  }),
  response: TalkReply,
  errors: ["sign_in_needed", "invalid_fields", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/**
 * Shows the receiver who started the talk. Only its starter may, as long as the receiver takes their messages, and it
 * can't be undone.
 */
export const showStarter = defineEndpoint({
  name: "showStarter",
  summary: "Show who started a talk",
  method: "PUT",
  path: "/api/v2/me/talks/:uuid/starter",
  caller: "user",
  reaches_others: true,
  params: TalkParams,
  response: TalkReply,
  errors: [
    "sign_in_needed",
    "not_found",
    "forbidden",
    "talk_refused",
    "bad_token",
    "foreign_origin",
  ],
  limits: limitCalls(30),
});

/** Takes a talk that waits into the list. */
export const releaseTalk = defineEndpoint({
  name: "releaseTalk",
  summary: "Accept a talk that waits",
  method: "PUT",
  path: "/api/v2/me/talks/:uuid/release",
  caller: "user",
  params: TalkParams,
  response: TalkReply,
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Removes a talk from the caller's own list, with its messages until now. A later message brings it back. */
export const removeTalk = defineEndpoint({
  name: "removeTalk",
  summary: "Remove a talk from one's list",
  method: "DELETE",
  path: "/api/v2/me/talks/:uuid",
  caller: "user",
  params: TalkParams,
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Accepts the terms of messages, which starting, sending and joining need. */
export const acceptMessageTerms = defineEndpoint({
  name: "acceptMessageTerms",
  summary: "Accept the terms of messages",
  method: "PUT",
  path: "/api/v2/users/update_message_tos_showed",
  caller: "user",
  response: { 200: EmptyObject },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: limitCalls(30),
});

export const talkReportModes = ["report", "block"] as const;
export const talkReportReasons = [
  "harassment",
  "sexual",
  "solicitation",
  "self_harm",
  "other",
] as const;
/** Maximum number of characters of a report's note, and how many messages it carries on the reporter's wish. */
export const reportNoteLength = 500;
export const reportedMessages = 20;

/**
 * Reports a talk, and with `block` also blocks the partner; in both modes the talk is marked as reported, because a block
 * is the last step of a report. Staff read the last 20 messages only if `includes_messages` is true. A repeated report of
 * the same talk adds what the first one hasn't said, and a block.
 */
export const postTalkReport = defineEndpoint({
  name: "postTalkReport",
  summary: "Report a talk",
  method: "POST",
  path: "/api/v2/me/talk_reports",
  caller: "user",
  body: defineObject({
    uuid: IdInput,
    mode: Type.Enum([...talkReportModes]),
    locale: Type.Optional(Locale),
    reason: Type.Optional(Type.Enum([...talkReportReasons])),
    note: Type.Optional(Type.String({ maxLength: reportNoteLength * 20 })),
    includes_messages: Type.Optional(Type.Boolean()),
  }),
  response: { 201: EmptyObject },
  errors: ["sign_in_needed", "invalid_fields", "not_found", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

/**
 * The caller's reports of talks; with `uuid`, of this talk only. That of an anonymous starter has the mode `report` and
 * the day.
 */
export const listTalkReports = defineEndpoint({
  name: "listTalkReports",
  summary: "One's own reports of talks",
  method: "GET",
  path: "/api/v2/me/talk_reports",
  caller: "user",
  query: defineObject({ uuid: Type.Optional(IdInput) }),
  response: {
    200: defineObject({
      talk_reports: Type.Array(
        defineObject({
          uuid: PublicId,
          mode: Type.Enum([...talkReportModes]),
          reported_hour: Timestamp,
          formatted_date_time: Type.String(),
        }),
      ),
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});
