import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";
import { listPairs, normalizeForSearch } from "@toibako/contract/search-text.ts";

/** Accents of Latin, Greek and Cyrillic letters. The voiced marks of kana are others and stay. */
const accents = /[\u0300-\u036f]+/g;

/** One spelling of a name or a query: as in other searches, and accents make no difference either. */
function normalizeName(text: string): string {
  return normalizeForSearch(normalizeUnicode(text, "NFKD").replace(accents, ""));
}

const isChineseCharacter = (character: string) => /^\p{Script=Han}$/u.test(character);

/** What is stored of an account for searches. Each line begins with a line feed, which marks its beginning. */
export function formatSearchText(account: string, displaying_name: string): string {
  return `\n${normalizeName(account)}\n${normalizeName(displaying_name)}`;
}

/** The terms of a stored text: pairs of characters, those with a line feed included, and Chinese characters. */
export function listNameTerms(search_text: string): string[] {
  const lines = search_text.split("\n").slice(1);
  const pairs = lines.flatMap((line) => listPairs(`\n${line}`));
  return [...new Set([...pairs, ...Array.from(search_text).filter(isChineseCharacter)])];
}

/** How a query searches. `terms` is null if it finds beginnings only. */
export interface NameSearch {
  /** The query as a handle, as it would be typed. */
  handle: string;
  text: string;
  terms: string[] | null;
  beginning: string;
  beginning_terms: string[];
}

/** Parses a query; undefined if it contains no letter and no digit. */
export function parseNameSearch(query: string): NameSearch | undefined {
  const text = normalizeName(query);
  if (text === "") return undefined;
  const beginning = `\n${text}`;
  const isSingle = Array.from(text).length === 1;
  const singleTerms = isChineseCharacter(text) ? [text] : null;
  return {
    handle: query
      .trim()
      .replace(/^[@＠]/, "")
      .toLowerCase(),
    text,
    terms: isSingle ? singleTerms : listPairs(text),
    beginning,
    beginning_terms: listPairs(beginning),
  };
}
