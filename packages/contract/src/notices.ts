import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, Locale, PageQuery, Pager, PublicId, Timestamp } from "./shapes.ts";

export const noticesPerPage = 20;

export const noticeKinds = [
  "new_question",
  "new_answer_like",
  "new_answer_to_community_question",
  "new_answer",
  "new_follower",
  "new_talk_message",
  "payment",
  "release_note",
  "moderation",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Maximum number of characters that a notice quotes. */
export const quoteLength = 60;

/** Maximum number of people that a notice shows. */
export const shownPeople = 3;

/**
 * A notice for an account, or several that are listed as one: the new questions of a day, its new
 * talks, or its new followers. It has the id and the hour of the newest. A talk has one notice, which
 * each message renews and reading the talk deletes. `urn` is the specification's name for a path of
 * this site.
 */
export const Notice = defineObject({
  id: PublicId,
  text: Type.String(),
  happened_hour: Timestamp,
  formatted_date_time: Type.String(),
  /** The day alone, as "today" or a date: notices of one day are listed below it. */
  formatted_day: Type.String(),
  /** The hour alone; null for a notice of a week ago or longer. */
  formatted_hour: Type.Union([Type.String(), Type.Null()]),
  is_new: Type.Boolean(),
  kind: Type.Enum([...noticeKinds]),
  urn: Type.String({ pattern: "^/(?![/\\\\])" }),
  /** The number of notices that are listed as this one. */
  count: Type.Integer({ minimum: 1 }),
  /**
   * Who follows, has answered or has written a message, the newest first; never the sender of a
   * question or the anonymous starter of a talk.
   */
  people: Type.Array(
    defineObject({
      account: Type.String(),
      displaying_name: Type.String(),
      icon_url: Type.String(),
    }),
    { maxItems: shownPeople },
  ),
  /** The beginning of the answer, or of a single question; null if there is none. */
  quote: Type.Union([defineObject({ text: Type.String(), locale: Locale }), Type.Null()]),
});
export type Notice = Static<typeof Notice>;

/** The signed-in account's notices, newest first; 20 a page, each group counted as one. */
export const listNotices = defineEndpoint({
  name: "listNotices",
  summary: "Notices of the signed-in account",
  method: "GET",
  path: "/api/v2/me/notices",
  caller: "user",
  query: defineObject({ page: PageQuery }),
  response: { 200: defineObject({ notices: Type.Array(Notice), pager: Pager }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(240),
});

export const getNotice = defineEndpoint({
  name: "getNotice",
  summary: "A notice of the signed-in account",
  method: "GET",
  path: "/api/v2/me/notices/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 200: defineObject({ notice: Notice }) },
  errors: ["sign_in_needed", "not_found"],
  limits: limitCalls(120),
});

/** Whether the bell in the header has a badge. */
export const getNoticeBadge = defineEndpoint({
  name: "getNoticeBadge",
  summary: "Whether unseen notices exist",
  method: "GET",
  path: "/api/v2/me/notices/badge",
  caller: "user",
  response: { 200: defineObject({ is_exist: Type.Boolean() }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(300),
});

export const confirmNotices = defineEndpoint({
  name: "confirmNotices",
  summary: "Mark all notices as seen",
  method: "PUT",
  path: "/api/v2/me/notices/confirm",
  caller: "user",
  response: { 200: defineObject({ is_exist: Type.Boolean() }) },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: limitCalls(120),
});

/** `confirmNotices` for older clients, which send GET. Because it writes, it needs a CSRF token. */
export const confirmNoticesByGet = defineEndpoint({
  ...confirmNotices,
  name: "confirmNoticesByGet",
  method: "GET",
  has_effect: true,
  counts_as: confirmNotices.name,
});

/** Maximum number of items of one list that one call marks as seen. */
export const maxSeenAtOnce = 50;

const seenLimits = limitCalls(120);

const SeenIds = Type.Optional(Type.Array(IdInput, { maxItems: maxSeenAtOnce }));

/**
 * Marks items as looked at: received questions, answered questions that one has sent (both by their
 * `uuid_hash`), and notices. Repeating it changes nothing, and ids that aren't the caller's are ignored.
 */
export const markSeen = defineEndpoint({
  name: "markSeen",
  summary: "Mark items of one's own lists as seen",
  method: "PUT",
  path: "/api/v2/me/seen",
  caller: "anyone",
  body: defineObject({ questions: SeenIds, answers: SeenIds, notices: SeenIds }),
  response: { 204: Type.Null() },
  errors: ["invalid_fields", "bad_token", "foreign_origin"],
  limits: seenLimits,
});

// An id of at most 64 characters and a comma.
const SeenIdsInQuery = Type.Optional(Type.String({ maxLength: maxSeenAtOnce * 65 }));

/**
 * `markSeen` for pages without scripts, which contain its address as that of an empty image. The ids are
 * separated by commas. It needs no CSRF token, but the header `Sec-Fetch-Site: same-origin`.
 */
export const markSeenByGet = defineEndpoint({
  name: "markSeenByGet",
  summary: "Mark items as seen, for pages without scripts",
  method: "GET",
  has_effect: true,
  path: "/api/v2/me/seen",
  caller: "anyone",
  counts_as: "markSeen",
  query: defineObject({
    questions: SeenIdsInQuery,
    answers: SeenIdsInQuery,
    notices: SeenIdsInQuery,
  }),
  response: { 204: Type.Null() },
  errors: ["invalid_fields", "foreign_origin"],
  limits: seenLimits,
});

/** Deletes a notice, with all notices that the list shows together with it as one. */
export const deleteNotice = defineEndpoint({
  name: "deleteNotice",
  summary: "Delete a notice",
  method: "DELETE",
  path: "/api/v2/me/notices/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(120),
});

/** The keyword of the badge that the messages tab shows until it is first opened. Every new account has it. */
export const messagesBadge = "nav_footer_message";
export const friendsBadge = "nav_footer_friends";
export const communitiesBadge = "nav_communities";

/** The badges that admins can give, each for a place of the navigation. */
export const navigationBadges = [messagesBadge, friendsBadge, communitiesBadge] as const;
export type NavigationBadge = (typeof navigationBadges)[number];

/** Badges of the navigation, such as "New" on the messages tab; each is cleared by its id. */
export const listBadges = defineEndpoint({
  name: "listBadges",
  summary: "Badges of the signed-in account",
  method: "GET",
  path: "/api/v2/me/badges",
  caller: "user",
  query: defineObject({ page: PageQuery }),
  response: {
    200: defineObject({
      badges: Type.Array(defineObject({ keyword: Type.String(), uuid_hash: PublicId })),
      pager: Pager,
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(300),
});

export const deleteBadge = defineEndpoint({
  name: "deleteBadge",
  summary: "Clear a badge",
  method: "DELETE",
  path: "/api/v2/me/badges/:uuid_hash",
  caller: "user",
  params: defineObject({ uuid_hash: IdInput }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(120),
});
