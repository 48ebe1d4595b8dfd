import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { Options, QuestionType } from "./items.ts";
import { Paper } from "./papers.ts";
import { defineObject, IdInput, Locale, PageQuery, Pager, PublicId, Timestamp } from "./shapes.ts";

export const heldQuestionsPerPage = 20;

/** The maximum number and length of a user's own words. */
export const ngWordLimits = { words: 100, characters: 50 } as const;

/** Maximum code units of a word in the schema; the handler counts its characters. */
const maxWordCodeUnits = ngWordLimits.characters * 4;

/** The levels of the classifier, which reads Japanese only. */
export const mlFilters = ["none", "low", "medium", "high"] as const;
export type MlFilter = (typeof mlFilters)[number];

/**
 * The measured share of texts that each level holds, in percent: of harmful texts (`caught`) and of
 * harmless texts (`mistaken`). `texts` is the number of texts. See docs/filters.md; a test repeats the
 * measurement.
 */
export const mlFilterRates = {
  texts: 478,
  low: { caught: 66, mistaken: 3 },
  medium: { caught: 77, mistaken: 5 },
  high: { caught: 87, mistaken: 10 },
} as const;

/** The categories of the classifier. */
export const mlCategories = [
  "insult",
  "sexual",
  "threat",
  "self_harm",
  "solicitation",
  "personal_information",
] as const;
export type MlCategory = (typeof mlCategories)[number];

/**
 * The rule that holds a question: one of the user's own words, a word of the site's lists, the classifier
 * (`ml`), or calm mode with a new visitor as the sender.
 */
export const HeldRule = Type.Union([
  defineObject({ kind: Type.Literal("own_ng_word"), word: Type.String() }),
  defineObject({ kind: Type.Literal("ng_word"), word: Type.String(), list: Locale }),
  defineObject({ kind: Type.Literal("ml"), category: Type.Enum([...mlCategories]) }),
  defineObject({ kind: Type.Literal("calm_mode") }),
]);
export type HeldRule = Static<typeof HeldRule>;

/** A question that a filter kept out of the inbox. */
export const HeldQuestion = defineObject({
  uuid_hash: PublicId,
  body: Type.String(),
  locale: Locale,
  type: QuestionType,
  options: Options,
  paper: Paper,
  asked_hour: Timestamp,
  asked_date_time__formatted_for_user: Type.String(),
  held_by: HeldRule,
});
export type HeldQuestion = Static<typeof HeldQuestion>;

const changeErrors = ["sign_in_needed", "not_found", "bad_token", "foreign_origin"] as const;

/** The held questions of the signed-in account, newest hour first; 20 a page. */
export const listHeldQuestions = defineEndpoint({
  name: "listHeldQuestions",
  summary: "Questions held by filters",
  method: "GET",
  path: "/api/v2/me/held_questions",
  caller: "user",
  query: defineObject({ page: PageQuery }),
  response: { 200: defineObject({ questions: Type.Array(HeldQuestion), pager: Pager }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** Moves a held question to the inbox, as unread. */
export const releaseHeldQuestion = defineEndpoint({
  name: "releaseHeldQuestion",
  summary: "Release a held question to the inbox",
  method: "PUT",
  path: "/api/v2/me/held_questions/:id/release",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: changeErrors,
  limits: limitCalls(120),
});

export const deleteHeldQuestion = defineEndpoint({
  name: "deleteHeldQuestion",
  summary: "Delete a held question",
  method: "DELETE",
  path: "/api/v2/me/held_questions/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: changeErrors,
  limits: limitCalls(120),
});

/** Deletes all held questions of the caller. */
export const deleteHeldQuestions = defineEndpoint({
  name: "deleteHeldQuestions",
  summary: "Delete all held questions",
  method: "DELETE",
  path: "/api/v2/me/held_questions",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

export const NgWord = defineObject({ id: PublicId, word: Type.String() });
export type NgWord = Static<typeof NgWord>;

/** The own words of the signed-in account, oldest first; one page holds them all. */
export const listNgWords = defineEndpoint({
  name: "listNgWords",
  summary: "One's own words that hold questions",
  method: "GET",
  path: "/api/v2/me/ng_words",
  caller: "user",
  response: { 200: defineObject({ ng_words: Type.Array(NgWord), pager: Pager }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** Adds a word; an existing word is returned as it is, the 101st word is refused. */
export const postNgWord = defineEndpoint({
  name: "postNgWord",
  summary: "Add a word that holds questions",
  method: "POST",
  path: "/api/v2/me/ng_words",
  caller: "user",
  body: defineObject({ word: Type.String({ maxLength: maxWordCodeUnits }) }),
  response: { 201: defineObject({ ng_word: NgWord }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "ng_words_full",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: limitCalls(60),
});

export const deleteNgWord = defineEndpoint({
  name: "deleteNgWord",
  summary: "Remove a word of one's own",
  method: "DELETE",
  path: "/api/v2/me/ng_words/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: changeErrors,
  limits: limitCalls(60),
});

/** Counts how many of the newest 200 received questions a word would have held; returns the first 5. */
export const previewNgWord = defineEndpoint({
  name: "previewNgWord",
  summary: "What a word would have held",
  method: "GET",
  path: "/api/v2/me/ng_words/preview",
  caller: "user",
  query: defineObject({
    word: Type.String({ maxLength: maxWordCodeUnits, default: "" }),
  }),
  response: {
    200: defineObject({
      questions: Type.Array(defineObject({ uuid_hash: PublicId, body: Type.String() }), {
        maxItems: 5,
      }),
      pager: Pager,
    }),
  },
  errors: ["sign_in_needed"],
  limits: [{ key: "user", max: 60, seconds: 60, on_store_error: "allow" }],
});

/** How long calm mode lasts once it is switched on. */
export const calmDurations = ["day", "week", "open_ended"] as const;
export type CalmDuration = (typeof calmDurations)[number];

/** While calm mode is on, questions of new visitors are held. */
export const CalmMode = defineObject({
  is_on: Type.Boolean(),
  /** When it ends by itself; null while it is off or open-ended. */
  until: Type.Union([Timestamp, Type.Null()]),
  until__formatted: Type.Union([Type.String(), Type.Null()]),
  /** Whether calm mode is off and unusually many questions and new talks arrived lately. */
  is_suggested: Type.Boolean(),
});
export type CalmMode = Static<typeof CalmMode>;

export const getCalmMode = defineEndpoint({
  name: "getCalmMode",
  summary: "Whether calm mode is on",
  method: "GET",
  path: "/api/v2/me/calm_mode",
  caller: "user",
  response: { 200: defineObject({ calm_mode: CalmMode }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** Switches calm mode on or off. Questions that are held stay held. */
export const putCalmMode = defineEndpoint({
  name: "putCalmMode",
  summary: "Switch calm mode on or off",
  method: "PUT",
  path: "/api/v2/me/calm_mode",
  caller: "user",
  body: defineObject({ duration: Type.Union([Type.Enum([...calmDurations]), Type.Null()]) }),
  response: { 200: defineObject({ calm_mode: CalmMode }) },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});
