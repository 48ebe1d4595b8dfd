import { type Static, Type } from "typebox";
import { CardTheme } from "./cards.ts";
import { AssociatedCommunity } from "./communities.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { ChosenOption, Options } from "./items.ts";
import { Paper } from "./papers.ts";
import { defineObject, IdInput, PageQuery, Pager, PublicId, Timestamp } from "./shapes.ts";
import { ShownStamp } from "./stamps.ts";

export const sentPerPage = { user: 3, visitor: 10 } as const;

/**
 * An answer to a question that the caller sent. `id_hash` is the same as `id`, and `posted_ad` the time of
 * the answer in seconds since 1970; both names are the specification's. A sensitive question is withheld
 * from its sender as from any other viewer; in a community, the text of the answer is withheld too. If a
 * question to a community has several answers, only the newest can be unread.
 */
export const SentAnswer = defineObject({
  id: PublicId,
  id_hash: PublicId,
  text: Type.String(),
  posted_ad: Type.Integer(),
  answered_at: Timestamp,
  posted_ad__formatted_date: Type.String(),
  is_unread: Type.Boolean(),
  related_question_id_hash: PublicId,
  related_question_body: Type.String(),
  is_withheld: Type.Boolean(),
  related_question_image_uri: Type.String(),
  /** The theme of the account or the community that was asked. */
  card_theme: CardTheme,
  related_question_stamp: ShownStamp,
  related_question_options: Options,
  /** The community that was asked; null for a question to an account. */
  associated_community: Type.Union([AssociatedCommunity, Type.Null()]),
  chosen_option: ChosenOption,
  answered_user_icon_uri: Type.String(),
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
  query: defineObject({ page: PageQuery }),
  response: { 200: defineObject({ answers: Type.Array(SentAnswer), pager: Pager }) },
  errors: [],
  limits: limitCalls(120),
});

/** Clears the count of unread answers. Pages of the site call `markSeen` for the shown answers instead. */
export const readSendItems = defineEndpoint({
  name: "readSendItems",
  summary: "Mark the answers to one's own questions as seen",
  method: "PUT",
  path: "/api/v2/me/send_items/read",
  caller: "anyone",
  response: { 204: Type.Null() },
  errors: ["bad_token", "foreign_origin"],
  limits: limitCalls(120),
});

/** Days for which the sender of an unanswered question sees it and can withdraw it. */
export const waitingDays = 30;
export const waitingPerPage = 10;

/**
 * An unanswered question of the caller. No field reveals whether it was held, blocked or deleted. For a
 * question to a community, the name of the receiver is "#" and the community's name, the icon is the
 * community's, and the handle is empty.
 */
export const WaitingQuestion = defineObject({
  uuid_hash: PublicId,
  body: Type.String(),
  stamp: ShownStamp,
  options: Options,
  /** Null for a question to a community. */
  paper: Type.Union([Paper, Type.Null()]),
  /** The theme of the receiver. */
  card_theme: CardTheme,
  asked_hour: Timestamp,
  asked_date_time__formatted_for_user: Type.String(),
  receiver_account: Type.String(),
  receiver_displaying_name: Type.String(),
  receiver_icon_url: Type.String(),
  associated_community: Type.Union([AssociatedCommunity, Type.Null()]),
});
export type WaitingQuestion = Static<typeof WaitingQuestion>;

/** The caller's unanswered questions of the last 30 days, newest first. */
export const listWaitingQuestions = defineEndpoint({
  name: "listWaitingQuestions",
  summary: "One's own unanswered questions",
  method: "GET",
  path: "/api/v2/me/send_items/waiting",
  caller: "anyone",
  query: defineObject({ page: PageQuery }),
  response: {
    200: defineObject({
      questions: Type.Array(WaitingQuestion, { maxItems: waitingPerPage }),
      pager: Pager,
    }),
  },
  errors: [],
  limits: limitCalls(120),
});

/**
 * Withdraws an unanswered question without notifying its receiver. The reply is the same whether it was
 * in the inbox, held, blocked or deleted.
 */
export const withdrawQuestion = defineEndpoint({
  name: "withdrawQuestion",
  summary: "Withdraw an unanswered question of one's own",
  method: "DELETE",
  path: "/api/v2/me/send_items/:id",
  caller: "anyone",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: ["not_found", "already_answered", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});
