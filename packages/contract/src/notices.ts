import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject, IdInPath, PageQuery, Pager, PublicId, Timestamp } from "./shapes.ts";

export const noticesPerPage = 20;

export const noticeKinds = [
  "new_question",
  "new_answer_like",
  "new_answer_to_community_question",
  "new_answer",
  "new_follower",
  "new_talk_message",
  "release_note",
  "moderation",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A notice for an account. `urn`, so named by the API, is always a path of this site. */
export const Notice = defineObject({
  id: PublicId,
  text: Type.String(),
  happened_hour: Timestamp,
  formatted_date_time: Type.String(),
  is_new: Type.Boolean(),
  kind: Type.Enum([...noticeKinds]),
  urn: Type.String({ pattern: "^/(?![/\\\\])" }),
});
export type Notice = Static<typeof Notice>;

/** The signed-in account's notices, newest first; 20 a page. */
export const listNotices = defineEndpoint({
  name: "listNotices",
  summary: "Notices of the signed-in account",
  method: "GET",
  path: "/api/v2/me/notices",
  caller: "user",
  query: defineObject({ page: PageQuery }),
  response: { 200: defineObject({ notices: Type.Array(Notice), pager: Pager }) },
  errors: ["sign_in_needed"],
});

export const getNotice = defineEndpoint({
  name: "getNotice",
  summary: "A notice of the signed-in account",
  method: "GET",
  path: "/api/v2/me/notices/:id",
  caller: "user",
  params: defineObject({ id: IdInPath }),
  response: { 200: defineObject({ notice: Notice }) },
  errors: ["sign_in_needed", "not_found"],
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
});

export const confirmNotices = defineEndpoint({
  name: "confirmNotices",
  summary: "Mark all notices as seen",
  method: "PUT",
  path: "/api/v2/me/notices/confirm",
  caller: "user",
  response: { 200: defineObject({ is_exist: Type.Boolean() }) },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
});

/** `confirmNotices` for older clients, which send GET. Because it writes, it needs a CSRF token. */
export const confirmNoticesByGet = defineEndpoint({
  ...confirmNotices,
  name: "confirmNoticesByGet",
  method: "GET",
});

export const deleteNotice = defineEndpoint({
  name: "deleteNotice",
  summary: "Delete a notice",
  method: "DELETE",
  path: "/api/v2/me/notices/:id",
  caller: "user",
  params: defineObject({ id: IdInPath }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
});

/** The keyword of the badge that the messages tab shows until it is first opened. */
export const messagesBadge = "nav_footer_message";

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
});

export const deleteBadge = defineEndpoint({
  name: "deleteBadge",
  summary: "Clear a badge",
  method: "DELETE",
  path: "/api/v2/me/badges/:uuid_hash",
  caller: "user",
  params: defineObject({ uuid_hash: IdInPath }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
});
