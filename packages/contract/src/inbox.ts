import { type Static, Type } from "typebox";
import { OwnAnswer } from "./answers.ts";
import { CardTheme } from "./cards.ts";
import { AssociatedCommunity } from "./communities.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { Options, QuestionType } from "./items.ts";
import { Paper } from "./papers.ts";
import { QuestionStatus } from "./questions.ts";
import {
  defineObject,
  IdInput,
  Locale,
  PageQuery,
  Pager,
  PublicId,
  positionQuery,
  Timestamp,
} from "./shapes.ts";
import { ShownStamp } from "./stamps.ts";

/** A received question as its receiver sees it. Its time is rounded down to the hour. */
export const ReceivedItem = defineObject({
  uuid_hash: PublicId,
  body: Type.String(),
  image_url: Type.String(),
  locale: Locale,
  status: QuestionStatus,
  /** The status in the specification's words: unread, confirmed, hidden. */
  enum_status: Type.Enum(["未読", "確認済み", "非表示"]),
  is_new: Type.Boolean(),
  is_self: Type.Boolean(),
  /** Whether it was passed on by a friend who had answered it. */
  is_baton: Type.Boolean(),
  /** Whether it is the letter with which the service welcomes a new account. */
  is_welcome: Type.Boolean(),
  is_answered: Type.Boolean(),
  answer: Type.Union([OwnAnswer, Type.Null()]),
  /** The number of questions that one answer answers; above 1 for stamps in batch. */
  answers_at_once: Type.Integer({ minimum: 1 }),
  /** The status once more, as the specification's flags: unread, checked, in the bin. */
  has_not_been_read_yet: Type.Boolean(),
  has_been_read: Type.Boolean(),
  moved_to_recycle_bin: Type.Boolean(),
  asked_hour: Timestamp,
  asked_date_time__formatted_for_user: Type.String(),
  relative_time: Type.String(),
  /**
   * The community of a daily question, which is the copy of a question that everybody can answer; null
   * for a question to the receiver.
   */
  associated_community: Type.Union([AssociatedCommunity, Type.Null()]),
  /**
   * The page where the question can be answered. A daily question is answered on the page of its
   * original.
   */
  separate_page_uri_for_this_question: Type.String(),
  /** The page with all answers to a daily question; null for other questions. */
  answers_page_uri: Type.Union([Type.String(), Type.Null()]),
  type: QuestionType,
  is_choose_question: Type.Boolean(),
  stamp: ShownStamp,
  options: Options,
  paper: Paper,
  /** The theme of who was asked: of the receiver, or of the community of a daily question. */
  card_theme: CardTheme,
  /** Whether all questions of this sender can be reported at once. */
  report_about_all_questions_of_same_user_flag: Type.Boolean(),
  /** The drawing that decorates the question in the inbox. */
  eye_catch_url: Type.String(),
});
export type ReceivedItem = Static<typeof ReceivedItem>;

/** The number of questions in each part of the inbox. */
export const InboxCounts = defineObject({
  unread: Type.Integer({ minimum: 0 }),
  confirmed: Type.Integer({ minimum: 0 }),
  hidden: Type.Integer({ minimum: 0 }),
  held: Type.Integer({ minimum: 0 }),
});
export type InboxCounts = Static<typeof InboxCounts>;

/** The signed-in account's received questions of one status, newest hour first; 3 or 20 a page. */
export const listReceivedItems = defineEndpoint({
  name: "listReceivedItems",
  summary: "Received questions by status",
  method: "GET",
  path: "/api/v2/me/items/received",
  caller: "user",
  query: defineObject({
    status: Type.Enum(["unread", "confirmed", "hidden"], { default: "unread" }),
    page: PageQuery,
    ...positionQuery,
    limit: Type.Enum(["3", "20"], { default: "3" }),
  }),
  response: {
    200: defineObject({ items: Type.Array(ReceivedItem), pager: Pager, counts: InboxCounts }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(300),
});

/**
 * Moves a question between unread, checked and the bin. A question that is restored from the bin becomes
 * unread, or checked if it is answered.
 */
export const changeQuestion = defineEndpoint({
  name: "changeQuestion",
  summary: "Change the status of a received question",
  method: "PUT",
  path: "/api/v2/questions/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  body: defineObject({
    /** The new status in the specification's words. Either this or `status` is required. */
    change_type: Type.Optional(Type.Enum(["未読", "確認済み", "非表示"])),
    status: Type.Optional(QuestionStatus),
    /** The language of the reply's `label`; the language of the request if omitted. */
    locale: Type.Optional(Locale),
  }),
  response: {
    200: defineObject({ uuid_hash: PublicId, status: QuestionStatus, label: Type.String() }),
  },
  errors: ["sign_in_needed", "invalid_fields", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(120),
});

/**
 * Deletes a question from the caller's bin before its 30 days there are over; its sender can't tell. An
 * answered question can't be deleted, because its answer is public.
 */
export const deleteBinnedQuestion = defineEndpoint({
  name: "deleteBinnedQuestion",
  summary: "Delete a question in the bin",
  method: "DELETE",
  path: "/api/v2/me/bin/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "already_answered", "bad_token", "foreign_origin"],
  limits: limitCalls(120),
});

/** Deletes every unanswered question from the caller's bin. */
export const emptyBin = defineEndpoint({
  name: "emptyBin",
  summary: "Empty the bin",
  method: "DELETE",
  path: "/api/v2/me/bin",
  caller: "user",
  response: { 200: defineObject({ counts: InboxCounts }) },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});
