import { type Static, Type } from "typebox";
import { CardTheme } from "./cards.ts";
import { AssociatedCommunity } from "./communities.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { Item, itemsPerPage, Options, QuestionType, questionTypes } from "./items.ts";
import { Paper } from "./papers.ts";
import { defineObject, IdInput, Locale, PageQuery, Pager, PublicId, Timestamp } from "./shapes.ts";
import { ShownStamp } from "./stamps.ts";
import { maxBodyLength } from "./text.ts";

export const questionStatuses = ["unread", "confirmed", "hidden"] as const;
export type QuestionStatus = (typeof questionStatuses)[number];
export const QuestionStatus = Type.Enum([...questionStatuses]);

/** The values of `change_type`, which don't depend on the language, and the statuses they mean. */
export const changeTypes = { 未読: "unread", 確認済み: "confirmed", 非表示: "hidden" } as const;

/**
 * A question with its answer. An unanswered question is visible to its receiver only. A question of a
 * community can have many answers; one of them is shown, or none, and then `account` is empty.
 */
export const Question = defineObject({
  uuid_hash: PublicId,
  body: Type.String(),
  /** The handle of the receiver, or in a community that of the answerer. */
  account: Type.String(),
  locale: Locale,
  status: QuestionStatus,
  type: QuestionType,
  stamp: ShownStamp,
  options: Options,
  image_url: Type.String(),
  /** The theme of the account or the community that was asked. */
  card_theme: CardTheme,
  /** Null unless it waits for an answer of the viewer. */
  paper: Type.Union([Paper, Type.Null()]),
  asked_hour: Timestamp,
  asked_date_time__formatted_for_user: Type.String(),
  /** Whether the viewer is the person in `account`. */
  is_mine: Type.Boolean(),
  is_welcome: Type.Boolean(),
  /** Whether the viewer can report it: a question to answer that somebody else has sent them. */
  is_reportable: Type.Boolean(),
  /** Whether the sender of a community question has deleted it, and `body` is empty for that reason. */
  is_deleted: Type.Boolean(),
  associated_community: Type.Union([AssociatedCommunity, Type.Null()]),
  /** The number of questions that one answer answers; above 1 for stamps in batch. */
  answers_at_once: Type.Integer({ minimum: 1 }),
  item: Type.Union([Item, Type.Null()]),
});
export type Question = Static<typeof Question>;

/** Identifies a question, and in a community one of its answers. */
export interface QuestionAddress {
  uuid_hash: string;
  answer_id?: string | undefined;
}

/**
 * Sends a question: a text, a stamp or a text with options. The reply doesn't reveal whether the
 * question is held or dropped; Location is the sender's list of sent questions.
 */
export const postQuestion = defineEndpoint({
  name: "postQuestion",
  summary: "Ask an account a question, anonymously",
  method: "POST",
  path: "/api/v2/questions",
  caller: "visitor",
  reaches_others: true,
  body: defineObject({
    body: Type.Optional(Type.String({ maxLength: maxBodyLength })),
    stamp_id: Type.Optional(Type.String({ maxLength: 64 })),
    options: Type.Optional(Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 20 })),
    account: Type.String({ minLength: 1, maxLength: 64 }),
    locale: Type.Optional(Locale),
    /** Drawn by lot if omitted. */
    paper: Type.Optional(Paper),
    /** Accepted and ignored: a question shows no name. */
    name: Type.Optional(Type.String({ maxLength: 100 })),
    /** Derived from the other fields if omitted; older clients call a text "question". */
    type: Type.Optional(Type.Enum([...questionTypes, "question"])),
  }),
  response: { 201: defineObject({ uuid_hash: PublicId }) },
  errors: [
    "invalid_fields",
    "not_found",
    "key_reused",
    "proof_needed",
    "bad_token",
    "foreign_origin",
  ],
  limits: [
    { key: "visitor", max: 3, seconds: 60, on_store_error: "refuse" },
    { key: "visitor_network", max: [90, 140], seconds: 60, on_store_error: "refuse" },
    { key: "visitor_network", max: [1200, 1800], seconds: 3600, on_store_error: "refuse" },
    { key: "new_visitor_network", max: [30, 45], seconds: 60, on_store_error: "refuse" },
    { key: "new_visitor_network", max: [240, 360], seconds: 3600, on_store_error: "refuse" },
    { key: "user", max: 30, seconds: 900, on_store_error: "refuse" },
  ],
});

/** Which of the answers to a question of a community is meant. */
const AnswerQuery = { answer_id: Type.Optional(IdInput) };

/**
 * A question with its answer. A question of a community is shown with the answer `answer_id`, or without
 * any; 404 if that answer belongs to another question.
 */
export const getQuestion = defineEndpoint({
  name: "getQuestion",
  summary: "A question with its answer",
  method: "GET",
  path: "/api/v1/questions/:id",
  caller: "anyone",
  params: defineObject({ id: IdInput }),
  query: defineObject(AnswerQuery),
  response: { 200: defineObject({ question: Question }) },
  errors: ["not_found"],
  limits: limitCalls(300),
});

/**
 * The newest other answers of this question's answerer, 3 a page. In a community it is the
 * answerer of `answer_id`.
 */
export const listLatestAnswers = defineEndpoint({
  name: "listLatestAnswers",
  summary: "Latest items under a question",
  method: "GET",
  path: "/api/v2/questions/:uuid/latests",
  caller: "anyone",
  params: defineObject({ uuid: IdInput }),
  query: defineObject({ ...AnswerQuery, page: PageQuery }),
  response: {
    200: defineObject({ items: Type.Array(Item, { maxItems: itemsPerPage }), pager: Pager }),
  },
  errors: ["not_found"],
  limits: limitCalls(120),
});
