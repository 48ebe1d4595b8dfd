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
 * The terms by which an index finds texts that contain a query: the single characters of a normalised text and its
 * pairs of neighbouring characters.
 */
export function listSearchTerms(normalized: string): string[] {
  return [...new Set([...Array.from(normalized), ...listPairs(normalized)])];
}
