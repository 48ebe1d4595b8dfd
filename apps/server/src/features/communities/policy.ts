import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";

/** What addresses a community: its own id and that of its category. */
export interface CommunityIds {
  id: string;
  category_id: string;
}

/** The path of a community's page, without the locale. */
export function formatCommunityPath({ id, category_id }: CommunityIds): string {
  return `/communities/${id}/categories/${category_id}`;
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
