import { listPairs } from "@toibako/contract/search-text.ts";

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
