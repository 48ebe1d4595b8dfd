import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { Item, itemsPerPage, Options, QuestionType } from "./items.ts";
import { closed, IdInPath, Locale, PageQuery, Pager, PublicId } from "./shapes.ts";
import { ShownStamp } from "./stamps.ts";

export const questionStatuses = ["unread", "confirmed", "hidden"] as const;
export type QuestionStatus = (typeof questionStatuses)[number];
export const QuestionStatus = Type.Enum([...questionStatuses]);

/** The inbox's own words for a status, constants of the wire whatever the language. */
export const changeTypes = { 未読: "unread", 確認済み: "confirmed", 非表示: "hidden" } as const;

/** How long a body may be on the wire, before it is normalised and its characters are counted. */
export const bodyCodeUnits = 100_000;

/** A question with its answer; unanswered it exists for its receiver alone. */
export const Question = closed({
  uuid_hash: PublicId,
  body: Type.String(),
  account: Type.String(),
  locale: Locale,
  status: QuestionStatus,
  type: QuestionType,
  stamp: ShownStamp,
  options: Options,
  image_url: Type.String(),
  asked_date_time__formatted_for_user: Type.String(),
  is_mine: Type.Boolean(),
  /** How many questions an answer to this one answers; more than 1 where stamps go in batch. */
  answers_at_once: Type.Integer({ minimum: 1 }),
  item: Type.Union([Item, Type.Null()]),
});
export type Question = Static<typeof Question>;

/**
 * Asks somebody by a text, by a stamp or with options to choose from. The answer is the same whatever becomes of the question; Location is the sender's
 * own list of sent questions.
 */
export const postQuestion = defineEndpoint({
  name: "postQuestion",
  summary: "Ask an account a question, anonymously",
  method: "POST",
  path: "/api/v2/questions",
  caller: "visitor",
  body: closed({
    body: Type.Optional(Type.String({ maxLength: bodyCodeUnits })),
    stamp_id: Type.Optional(Type.String({ maxLength: 64 })),
    options: Type.Optional(Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 20 })),
    account: Type.String({ minLength: 1, maxLength: 64 }),
    locale: Type.Optional(Locale),
    name: Type.Optional(Type.String({ maxLength: 100 })),
    /** Told by what is given when it is left out. */
    type: Type.Optional(QuestionType),
  }),
  response: { 201: closed({ uuid_hash: PublicId }) },
  errors: ["invalid_fields", "not_found", "key_reused", "bad_token", "foreign_origin"],
  limits: [
    { key: "sender", figure: 3, seconds: 60, when_unreachable: "closed" },
    { key: "user", figure: 30, seconds: 900, when_unreachable: "closed" },
  ],
});

export const getQuestion = defineEndpoint({
  name: "getQuestion",
  summary: "A question with its answer",
  method: "GET",
  path: "/api/v1/questions/:id",
  caller: "anyone",
  params: closed({ id: IdInPath }),
  response: { 200: closed({ question: Question }) },
  errors: ["not_found"],
});

/** The newest other answers of whoever answered this question, 3 a page. */
export const listLatests = defineEndpoint({
  name: "listLatests",
  summary: "Latest items under a question",
  method: "GET",
  path: "/api/v2/questions/:uuid/latests",
  caller: "anyone",
  params: closed({ uuid: IdInPath }),
  query: closed({ page: PageQuery }),
  response: { 200: closed({ items: Type.Array(Item, { maxItems: itemsPerPage }), pager: Pager }) },
  errors: ["not_found"],
});
