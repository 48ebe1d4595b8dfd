import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { Options } from "./items.ts";
import { closed, PageQuery, Pager, PublicId } from "./shapes.ts";
import { ShownStamp } from "./stamps.ts";

export const sentPerPage = { user: 3, visitor: 10 } as const;

/** An answer to a question that the caller sent. `posted_ad` is a Unix time in seconds; a sensitive
 * question is withheld from its sender as from everybody. */
export const SentAnswer = closed({
  id: PublicId,
  id_hash: PublicId,
  text: Type.String(),
  posted_ad: Type.Integer(),
  posted_ad__formatted_date: Type.String(),
  is_unread: Type.Boolean(),
  related_question_id_hash: PublicId,
  related_question_body: Type.String(),
  is_withheld: Type.Boolean(),
  related_question_image_uri: Type.String(),
  related_question_stamp: ShownStamp,
  related_question_options: Options,
  /** Which of the options was picked, from 0. */
  chosen_option: Type.Union([Type.Integer({ minimum: 0, maximum: 3 }), Type.Null()]),
  answered_user_icon_uri: Type.Union([Type.String(), Type.Null()]),
  answered_user_name: Type.String(),
  answered_user_toibako_id: Type.String(),
  likes_count: Type.Integer({ minimum: 0 }),
  has_been_liked_by_current_user: Type.Boolean(),
});
export type SentAnswer = Static<typeof SentAnswer>;

/** Answers to the caller's own questions, newest first: 3 a page signed in, 10 for visitors. */
export const listSendQuestions = defineEndpoint({
  name: "listSendQuestions",
  summary: "Answers to one's own questions",
  method: "GET",
  path: "/api/v2/send_questions",
  caller: "anyone",
  query: closed({ page: PageQuery }),
  response: { 200: closed({ answers: Type.Array(SentAnswer), pager: Pager }) },
  errors: [],
});

/** The send tab was opened: its count is cleared. */
export const readSendItems = defineEndpoint({
  name: "readSendItems",
  summary: "Mark the answers to one's own questions as seen",
  method: "PUT",
  path: "/api/v2/me/send_items/read",
  caller: "anyone",
  response: { 204: Type.Null() },
  errors: ["bad_token", "foreign_origin"],
});
