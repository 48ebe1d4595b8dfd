import { isHandle } from "@toibako/contract/handles.ts";
import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";
import { listPairs, normalizeForSearch } from "@toibako/contract/search-text.ts";
import { readProfileAddress, readTypedHandle } from "@toibako/contract/typed-keys.ts";

/** Combining accents of Latin, Greek and Cyrillic letters. The voiced marks of kana are not among them. */
const accents = /[\u0300-\u036f]+/g;

/** Normalises a name or a query for comparison: as for other searches, and without accents. */
function normalizeName(text: string): string {
  return normalizeForSearch(normalizeUnicode(text, "NFKD").replace(accents, ""));
}

const isChineseCharacter = (character: string) => /^\p{Script=Han}$/u.test(character);

/** Formats the text in which searches look for an account. Line feeds mark where its handle and its name begin. */
export function formatSearchText(account: string, displaying_name: string): string {
  return `\n${normalizeName(account)}\n${normalizeName(displaying_name)}`;
}

/**
 * Lists the terms by which the index finds a search text: its pairs of adjacent characters, including those that start
 * with a line feed, and its single Chinese characters.
 */
export function listNameTerms(search_text: string): string[] {
  const lines = search_text.split("\n").slice(1);
  const pairs = lines.flatMap((line) => listPairs(`\n${line}`));
  return [...new Set([...pairs, ...Array.from(search_text).filter(isChineseCharacter)])];
}

export interface NameSearch {
  /** The query in lower case without its @, to compare it with handles. */
  handle: string;
  /** The normalised query; null if it contains neither letter nor digit, so that only handles are searched. */
  text: string | null;
  /** The terms of `text`; null if only names that begin with the query are searched. */
  terms: string[] | null;
  /** A line feed and `text`, which matches only at the beginning of a handle or a name. */
  beginning: string | null;
  beginning_terms: string[] | null;
}

/** Parses a query, which may be the address of a profile; undefined if it has neither letter nor digit, unless it is a handle such as "___". */
export function parseNameSearch(query: string): NameSearch | undefined {
  const handle = readTypedHandle(query).toLowerCase();
  const text = normalizeName(readProfileAddress(query) ?? query);
  if (text === "") {
    if (!isHandle(handle)) return undefined;
    return { handle, text: null, terms: null, beginning: null, beginning_terms: null };
  }
  const beginning = `\n${text}`;
  const isSingleCharacter = Array.from(text).length === 1;
  const termsOfSingle = isChineseCharacter(text) ? [text] : null;
  return {
    handle,
    text,
    terms: isSingleCharacter ? termsOfSingle : listPairs(text),
    beginning,
    beginning_terms: listPairs(beginning),
  };
}
