import { handlePattern } from "@toibako/contract/handles.ts";
import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";
import { listPairs, normalizeForSearch } from "@toibako/contract/search-text.ts";

/** Combining accents of Latin, Greek and Cyrillic letters. The voiced marks of kana are not among them. */
const accents = /[\u0300-\u036f]+/g;

/** Gives a name or a query one spelling: that of other searches, but without accents. */
function normalizeName(text: string): string {
  return normalizeForSearch(normalizeUnicode(text, "NFKD").replace(accents, ""));
}

const isChineseCharacter = (character: string) => /^\p{Script=Han}$/u.test(character);

/**
 * The text that is stored of an account for searches. A line feed before the handle and before the name marks where each
 * begins.
 */
export function formatSearchText(account: string, displaying_name: string): string {
  return `\n${normalizeName(account)}\n${normalizeName(displaying_name)}`;
}

/** The terms of a stored text: pairs of characters, those with a line feed included, and Chinese characters. */
export function listNameTerms(search_text: string): string[] {
  const lines = search_text.split("\n").slice(1);
  const pairs = lines.flatMap((line) => listPairs(`\n${line}`));
  return [...new Set([...pairs, ...Array.from(search_text).filter(isChineseCharacter)])];
}

/** The parameters of a search for names. */
export interface NameSearch {
  /** The query as a handle, without its @. */
  handle: string;
  /** The normalised query; null if it contains no letter and no digit, so that only the handle is searched. */
  text: string | null;
  /** The terms of the query; null if only names that begin with the query are searched. */
  terms: string[] | null;
  /** The normalised query after a line feed, which finds it only at the beginning of a handle or a name. */
  beginning: string | null;
  beginning_terms: string[] | null;
}

const handleRegExp = new RegExp(handlePattern);

/** Parses a query; undefined if it contains no letter and no digit, and is not a handle such as "___" either. */
export function parseNameSearch(query: string): NameSearch | undefined {
  const handle = query
    .trim()
    .replace(/^[@＠]/, "")
    .toLowerCase();
  const text = normalizeName(query);
  if (text === "") {
    if (!handleRegExp.test(handle)) return undefined;
    return { handle, text: null, terms: null, beginning: null, beginning_terms: null };
  }
  const beginning = `\n${text}`;
  const isSingle = Array.from(text).length === 1;
  const singleTerms = isChineseCharacter(text) ? [text] : null;
  return {
    handle,
    text,
    terms: isSingle ? singleTerms : listPairs(text),
    beginning,
    beginning_terms: listPairs(beginning),
  };
}
