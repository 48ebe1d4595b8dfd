import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { defineObject, IdInput, Locale } from "../../shapes.ts";
import { getLooseLength } from "../../text.ts";
import { staffErrors, staffWriteErrors } from "../console.ts";
import { ReadVersion, saveErrors } from "./content.ts";

/** The lists of the site: one holds questions, the other refuses messages. */
export const wordListKinds = ["questions", "messages"] as const;
export type WordListKind = (typeof wordListKinds)[number];

/** Limits of what staff add to one list in one language. Together they bound the size of the matchers in memory. */
export const wordListLimits = { lines: 2_000, lineCharacters: 100, characters: 30_000 } as const;

/** A preview compares the newest public texts of so many days, at most so many of each kind and so many characters. */
export const wordPreviewLimits = {
  days: 7,
  texts: 2_000,
  characters: 400_000,
  /** How many of the found texts are shown. */
  shown: 20,
} as const;

const Kind = Type.Enum([...wordListKinds]);

const ListedWordList = defineObject({
  list: Kind,
  locale: Locale,
  /** The number of entries that staff have added, without comments. */
  entries_count: Type.Integer(),
});

/** What staff have added to a list of the site in one language. */
export const EditedWordList = defineObject({
  list: Kind,
  locale: Locale,
  /** One entry a line; they apply after those of `earlier_lines`. */
  lines: Type.String(),
  /** The built-in lines and those of the operator's folder. */
  earlier_lines: Type.String(),
  version: Type.Integer(),
});
export type EditedWordList = Static<typeof EditedWordList>;

export const WordPreview = defineObject({
  /** How many public texts were compared. */
  compared_count: Type.Integer(),
  /** How many of them the typed list finds and the present one doesn't. */
  found_count: Type.Integer(),
  /** The first of these; nothing says who wrote them. */
  found: Type.Array(
    defineObject({ kind: Type.Enum(["community_question", "answer"]), text: Type.String() }),
    { maxItems: wordPreviewLimits.shown },
  ),
  /** How many the present list finds and the typed one doesn't. */
  lost_count: Type.Integer(),
});
export type WordPreview = Static<typeof WordPreview>;

const params = defineObject({ list: IdInput, locale: IdInput });
const TypedLines = Type.String({ maxLength: getLooseLength(wordListLimits.characters) });

export const listWordLists = defineEndpoint({
  name: "listWordLists",
  summary: "The word lists of the site",
  method: "GET",
  path: "/api/v2/adm/word_lists",
  caller: "admin",
  response: { 200: defineObject({ word_lists: Type.Array(ListedWordList) }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getWordList = defineEndpoint({
  name: "getWordList",
  summary: "A word list of the site in one language",
  method: "GET",
  path: "/api/v2/adm/word_lists/:list/:locale",
  caller: "admin",
  params,
  response: { 200: defineObject({ word_list: EditedWordList }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/** Saves what staff add to a list; every process uses it within 15 seconds. */
export const saveWordList = defineEndpoint({
  name: "saveWordList",
  summary: "Save a word list of the site",
  method: "PUT",
  path: "/api/v2/adm/word_lists/:list/:locale",
  caller: "admin",
  params,
  body: defineObject({ version: ReadVersion, lines: TypedLines }),
  response: { 200: defineObject({ word_list: EditedWordList }) },
  errors: saveErrors,
  limits: limitCalls(60),
});

/**
 * Compares the typed list with the present one on public texts: questions of communities and answers. Nothing is
 * stored.
 */
export const previewWordList = defineEndpoint({
  name: "previewWordList",
  summary: "Which public texts a word list would find",
  method: "POST",
  path: "/api/v2/adm/word_lists/:list/:locale/previews",
  caller: "admin",
  params,
  body: defineObject({ lines: TypedLines }),
  response: { 200: WordPreview },
  errors: staffWriteErrors,
  limits: limitCalls(10),
});
