import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed, IdInPath, PageQuery, Pager, PublicId } from "./shapes.ts";

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

/** Something that happened to somebody. `urn` is always a path of this site. */
export const Notice = closed({
  id: PublicId,
  text: Type.String(),
  formatted_date_time: Type.String(),
  is_new: Type.Boolean(),
  kind: Type.Enum([...noticeKinds]),
  urn: Type.String({ pattern: "^/(?![/\\\\])" }),
});
export type Notice = Static<typeof Notice>;

/** The signed-in account's notices, newest first; 20 a page. */
export const listNotices = defineEndpoint({
  name: "listNotices",
  summary: "Notices of the active account",
  method: "GET",
  path: "/api/v2/me/notices",
  caller: "user",
  query: closed({ page: PageQuery }),
  response: { 200: closed({ notices: Type.Array(Notice), pager: Pager }) },
  errors: ["sign_in_needed"],
});

export const getNotice = defineEndpoint({
  name: "getNotice",
  summary: "One notice of one's own",
  method: "GET",
  path: "/api/v2/me/notices/:id",
  caller: "user",
  params: closed({ id: IdInPath }),
  response: { 200: closed({ notice: Notice }) },
  errors: ["sign_in_needed", "not_found"],
});

/** Whether the header's bell carries a mark. */
export const getNoticeBadge = defineEndpoint({
  name: "getNoticeBadge",
  summary: "Whether unseen notices exist",
  method: "GET",
  path: "/api/v2/me/notices/badge",
  caller: "user",
  response: { 200: closed({ is_exist: Type.Boolean() }) },
  errors: ["sign_in_needed"],
});

/** Marks all as seen. A GET, as its callers know it; repeating it changes nothing. */
export const confirmNotices = defineEndpoint({
  name: "confirmNotices",
  summary: "Mark all notices as seen",
  method: "GET",
  path: "/api/v2/me/notices/confirm",
  caller: "user",
  response: { 200: closed({ is_exist: Type.Boolean() }) },
  errors: ["sign_in_needed"],
});

export const deleteNotice = defineEndpoint({
  name: "deleteNotice",
  summary: "Delete a notice",
  method: "DELETE",
  path: "/api/v2/me/notices/:id",
  caller: "user",
  params: closed({ id: IdInPath }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
});

/** Keyword of the mark that the messages carry until somebody has looked there. */
export const messagesBadge = "nav_footer_message";

/** Marks on parts of the page, such as "New" on the messages tab, each cleared by its id. */
export const listBadges = defineEndpoint({
  name: "listBadges",
  summary: "Marks of the active account",
  method: "GET",
  path: "/api/v2/me/badges",
  caller: "user",
  query: closed({ page: PageQuery }),
  response: {
    200: closed({
      badges: Type.Array(closed({ keyword: Type.String(), uuid_hash: PublicId })),
      pager: Pager,
    }),
  },
  errors: ["sign_in_needed"],
});

export const deleteBadge = defineEndpoint({
  name: "deleteBadge",
  summary: "Clear a mark",
  method: "DELETE",
  path: "/api/v2/me/badges/:uuid_hash",
  caller: "user",
  params: closed({ uuid_hash: IdInPath }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
});
