import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, EmptyObject, IdInput, Locale, PageQuery, Timestamp } from "./shapes.ts";
import { getLooseLength } from "./text.ts";

/** Number of messages on a page, and the most that one reading of changes returns. */
export const messagesPerPage = 20;
export const changesPerCall = 100;

/** Maximum number of characters of a message. */
export const messageLength = 1_000;

/** Minutes for which the sender of a message can take it back. */
export const takeBackMinutes = 60;

/** Unread messages are counted up to this number, which is shown as "10+". */
export const maxUnreadMessages = 11;

/** The key of a message, which its sender's client makes. It is unique in its conversation for ever. */
export const messageKeyPattern = "^[A-Za-z0-9_-]{16,40}$";

/**
 * A message of a conversation. `number` is its place in the order of posting, and `change` the number of its last
 * change; both count all changes of the conversation. A message that was taken back has no text.
 */
export const Message = defineObject({
  key: Type.String(),
  number: Type.Integer({ minimum: 1 }),
  change: Type.Integer({ minimum: 1 }),
  body: Type.String(),
  is_taken_back: Type.Boolean(),
  /** Whether the caller has sent it. */
  me: Type.Boolean(),
  /** Of the caller's own message: whether the partner has read it; of the partner's: whether the caller has. */
  is_read: Type.Boolean(),
  /** The minute in which it was posted. */
  created_at: Timestamp,
  formatted_date_time: Type.String(),
  /** The day and the time of it alone: for the separators between days, and for the messages between them. */
  formatted_date: Type.String(),
  formatted_time: Type.String(),
});
export type Message = Static<typeof Message>;

/** What else the parties of a talk see of each other; it changes without a change of a message. */
const ConversationState = defineObject({
  /** The number of the last change. */
  last_change: Type.Integer({ minimum: 0 }),
  /** The number of the last message that the caller has read, and that the partner has read. */
  own_read_number: Type.Integer({ minimum: 0 }),
  partner_read_number: Type.Integer({ minimum: 0 }),
});

/**
 * Messages of a talk, newest first: page `page`, or with `after` up to 100 messages that changed after this number,
 * in the order of their changes. Anything but a whole number from 0 on is ignored as `after`.
 */
export const listMessages = defineEndpoint({
  name: "listMessages",
  summary: "Messages of a talk",
  method: "GET",
  path: "/api/v2/messages",
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
      messages: Type.Array(Message, { maxItems: changesPerCall }),
      state: ConversationState,
      /** Whether older messages exist, or with `after` further changes. */
      has_more: Type.Boolean(),
    }),
  },
  errors: ["sign_in_needed", "invalid_fields", "not_found", "forbidden"],
  limits: limitCalls(300),
});

/**
 * Posts a message. The key and the text of a message that the caller has posted before return that message. The same
 * key with another text, or the key of somebody else's message, is refused (409).
 */
export const postMessage = defineEndpoint({
  name: "postMessage",
  summary: "Post a message in a talk",
  method: "POST",
  path: "/api/v2/messages",
  caller: "user",
  reaches_others: true,
  body: defineObject({
    message: defineObject({
      talk_uuid: IdInput,
      body: Type.String({ maxLength: getLooseLength(messageLength) }),
      key: Type.String({ maxLength: 100 }),
    }),
    locale: Type.Optional(Locale),
  }),
  response: { 201: defineObject({ message: Message, state: ConversationState }) },
  errors: [
    "sign_in_needed",
    "malformed",
    "invalid_fields",
    "not_found",
    "terms_needed",
    "birth_date_needed",
    "too_young",
    "talk_refused",
    "reply_needed",
    "forbidden_words",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 60, seconds: 60, on_store_error: "allow" }],
});

/** Takes back one's own message, for `takeBackMinutes`; afterwards 403. Its text is deleted. */
export const takeBackMessage = defineEndpoint({
  name: "takeBackMessage",
  summary: "Take back a message",
  method: "DELETE",
  path: "/api/v2/me/talks/:uuid/messages/:key",
  caller: "user",
  params: defineObject({ uuid: IdInput, key: IdInput }),
  response: { 200: defineObject({ message: Message, state: ConversationState }) },
  errors: ["sign_in_needed", "not_found", "forbidden", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/**
 * Up to which number messages are marked as read, which is the last that the caller has seen; without it, or if it isn't
 * a whole number, up to the newest.
 */
export const ReadQuery = defineObject({ up_to: Type.Optional(Type.String({ maxLength: 40 })) });

/**
 * Marks the messages of a talk as read. A talk that isn't viewable is never marked (403), and one that waits not before
 * it is released.
 */
export const readAllMessages = defineEndpoint({
  name: "readAllMessages",
  summary: "Mark the messages of a talk as read",
  method: "PATCH",
  path: "/api/v2/me/talks/:uuid/read_all",
  caller: "user",
  params: defineObject({ uuid: IdInput }),
  query: ReadQuery,
  response: { 200: EmptyObject },
  errors: ["sign_in_needed", "not_found", "forbidden", "bad_token", "foreign_origin"],
  limits: limitCalls(240),
});
