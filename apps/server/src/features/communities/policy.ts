import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";

/** The ids of a community and of its category, from the path of a request. */
export interface CommunityParameters {
  community_id: string;
  category_id: string;
}

/** The ids of a community's question, from the path of a request. */
export interface QuestionParameters extends CommunityParameters {
  uuid_hash: string;
}

const katakana = /[ァ-ヶ]/g;
const katakanaOffset = 0x60;

/** One spelling of a text for searching: width, case, kana, spaces and signs make no difference. */
export function normalizeForSearch(text: string): string {
  return normalizeUnicode(text, "NFKC")
    .toLowerCase()
    .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - katakanaOffset))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

/**
 * The pairs of neighbouring characters of a normalised text; the index finds by them the texts that contain it. A
 * single character is a term of its own, and of every text that has it.
 */
export function listSearchTerms(normalized: string): string[] {
  const characters = Array.from(normalized);
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  return [...new Set([...characters, ...pairs])];
}
