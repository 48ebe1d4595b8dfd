import type * as questions from "@toibako/contract/communities/questions.ts";

/**
 * The names of the calls whose replies have questions or answers of communities, as keys of cached queries.
 * Only names, so that pages without communities don't load their part of the contract.
 */
export const communityLists = [
  "getCommunityQuestion",
  "listCommunityAnswers",
  "listCommunityQuestions",
  "listFeaturedQuestions",
  "listOwnCommunityItems",
  "listSampleQuestions",
] as const satisfies (keyof typeof questions)[];
