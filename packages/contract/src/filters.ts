import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { Options, QuestionType } from "./items.ts";
import { closed, IdInPath, Locale, Moment, PageQuery, Pager, PublicId } from "./shapes.ts";

export const heldPerPage = 20;

/** How many words of their own a person may have, and how long one may be. */
export const ngWordLimits = { words: 100, characters: 50 } as const;

/** How much the Japanese filter holds, from nothing to much. */
export const mlFilters = ["none", "low", "medium", "high"] as const;
export type MlFilter = (typeof mlFilters)[number];

/**
 * What the levels do with the texts that measure them, in percent: of what is harmful, how much they
 * hold; of what is harmless, how much as well. docs/filters.md has more; a test measures it again.
 */
export const mlFilterFigures = {
  texts: 438,
  low: { caught: 62, mistaken: 3 },
  medium: { caught: 75, mistaken: 6 },
  high: { caught: 86, mistaken: 13 },
} as const;

/** What the Japanese filter finds in a text. */
export const mlCategories = [
  "insult",
  "sexual",
  "threat",
  "self_harm",
  "solicitation",
  "personal_information",
] as const;
export type MlCategory = (typeof mlCategories)[number];

/** Why a question is held: a word of one's own, a word of the site's lists, or the Japanese filter. */
export const HeldRule = Type.Union([
  closed({ kind: Type.Literal("own_ng_word"), word: Type.String() }),
  closed({ kind: Type.Literal("ng_word"), word: Type.String(), list: Locale }),
  closed({ kind: Type.Literal("ml"), category: Type.Enum([...mlCategories]) }),
]);
export type HeldRule = Static<typeof HeldRule>;

/** A question that a filter kept out of the inbox. */
export const HeldQuestion = closed({
  uuid_hash: PublicId,
  body: Type.String(),
  locale: Locale,
  type: QuestionType,
  options: Options,
  asked_hour: Moment,
  asked_date_time__formatted_for_user: Type.String(),
  held_by: HeldRule,
});
export type HeldQuestion = Static<typeof HeldQuestion>;

const writeErrors = ["sign_in_needed", "not_found", "bad_token", "foreign_origin"] as const;

/** What the filters of the signed-in account hold, newest hour first; 20 a page. */
export const listHeldQuestions = defineEndpoint({
  name: "listHeldQuestions",
  summary: "Questions held by filters",
  method: "GET",
  path: "/api/v2/me/held_questions",
  caller: "user",
  query: closed({ page: PageQuery }),
  response: { 200: closed({ questions: Type.Array(HeldQuestion), pager: Pager }) },
  errors: ["sign_in_needed"],
});

/** Lets a held question into the inbox, as unread. */
export const releaseHeldQuestion = defineEndpoint({
  name: "releaseHeldQuestion",
  summary: "Release a held question to the inbox",
  method: "PUT",
  path: "/api/v2/me/held_questions/:id/release",
  caller: "user",
  params: closed({ id: IdInPath }),
  response: { 204: Type.Null() },
  errors: writeErrors,
});

export const deleteHeldQuestion = defineEndpoint({
  name: "deleteHeldQuestion",
  summary: "Delete a held question",
  method: "DELETE",
  path: "/api/v2/me/held_questions/:id",
  caller: "user",
  params: closed({ id: IdInPath }),
  response: { 204: Type.Null() },
  errors: writeErrors,
});

export const NgWord = closed({ id: PublicId, word: Type.String() });
export type NgWord = Static<typeof NgWord>;

/** The own words of the signed-in account, oldest first; one page holds them all. */
export const listNgWords = defineEndpoint({
  name: "listNgWords",
  summary: "One's own words that hold questions",
  method: "GET",
  path: "/api/v2/me/ng_words",
  caller: "user",
  response: { 200: closed({ ng_words: Type.Array(NgWord), pager: Pager }) },
  errors: ["sign_in_needed"],
});

/** Adds a word; one that is there already is answered as it is, the 101st is refused. */
export const postNgWord = defineEndpoint({
  name: "postNgWord",
  summary: "Add a word that holds questions",
  method: "POST",
  path: "/api/v2/me/ng_words",
  caller: "user",
  body: closed({ word: Type.String({ maxLength: 1_000 }) }),
  response: { 201: closed({ ng_word: NgWord }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "ng_words_full",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
});

export const deleteNgWord = defineEndpoint({
  name: "deleteNgWord",
  summary: "Remove a word of one's own",
  method: "DELETE",
  path: "/api/v2/me/ng_words/:id",
  caller: "user",
  params: closed({ id: IdInPath }),
  response: { 204: Type.Null() },
  errors: writeErrors,
});

/** Which of the newest 200 received questions a word would have held; one page of 5 shows some. */
export const previewNgWord = defineEndpoint({
  name: "previewNgWord",
  summary: "What a word would have held",
  method: "GET",
  path: "/api/v2/me/ng_words/preview",
  caller: "user",
  query: closed({ word: Type.String({ maxLength: 1_000, default: "" }) }),
  response: {
    200: closed({
      questions: Type.Array(closed({ uuid_hash: PublicId, body: Type.String() }), { maxItems: 5 }),
      pager: Pager,
    }),
  },
  errors: ["sign_in_needed"],
  limits: [{ key: "user", figure: 60, seconds: 60, when_unreachable: "open" }],
});
