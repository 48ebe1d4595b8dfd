import type * as questions from "@toibako/contract/communities/questions.ts";
import type * as timeline from "@toibako/contract/friends/timeline.ts";

// The names of the calls whose replies have answers, as keys of cached queries. Only names, so that pages without
// communities or friends don't load their parts of the contract.

/** Questions and answers of communities. */
export const communityLists = [
  "getCommunityQuestion",
  "listCommunityAnswers",
  "listCommunityQuestions",
  "listFeaturedQuestions",
  "listOwnCommunityItems",
  "listSampleQuestions",
] as const satisfies (keyof typeof questions)[];

/** Answers of friends, and recommended ones. */
export const friendsLists = [
  "listTimeline",
  "listRecommendedContents",
] as const satisfies (keyof typeof timeline)[];
