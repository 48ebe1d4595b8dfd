import type { TranslatedText } from "@toibako/contract/locales.ts";
import { listPairs, normalizeForSearch } from "@toibako/contract/search-text.ts";

/** The ids of a community and of its category, from the path of a request. */
export interface CommunityParameters {
  community_id: string;
  category_id: string;
}

/** The ids of a community's question, from the path of a request. */
export interface QuestionParameters extends CommunityParameters {
  uuid_hash: string;
}

/**
 * Returns the characters and the pairs of neighbouring characters of a normalised text. With these terms, an index
 * finds texts that may contain a query.
 */
export function listSearchTerms(normalized: string): string[] {
  return [...new Set([...Array.from(normalized), ...listPairs(normalized)])];
}

/** Builds the columns by which a community is found. */
export function buildSearchColumns({
  names,
  descriptions,
}: {
  names: TranslatedText;
  descriptions: TranslatedText;
}) {
  // Each text is on its own line, so that no query matches across the end of a text.
  const lines = [...Object.values(names), ...Object.values(descriptions)].map(normalizeForSearch);
  return {
    search_text: lines.join("\n"),
    search_terms: [...new Set(lines.flatMap(listSearchTerms))],
  };
}

/** Words that are parts of other addresses at the place of an id. */
const reservedIds: readonly string[] = ["items", "samples", "suggestions", "users", "exclude"];

/** Whether a new community or category may have this id. */
export const isValidId = (id: string): boolean =>
  /^[a-z0-9][a-z0-9-]{0,39}$/.test(id) && !reservedIds.includes(id);
