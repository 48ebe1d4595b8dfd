import type * as brought from "@toibako/contract/archives/brought.ts";
import type * as questions from "@toibako/contract/communities/questions.ts";
import type * as timeline from "@toibako/contract/friends/timeline.ts";
import type * as inbox from "@toibako/contract/inbox.ts";
import type * as profiles from "@toibako/contract/profiles.ts";

// Names of the endpoints whose replies contain answers. The names are the keys of cached queries. The endpoints are
// imported as types only, so that pages that don't call them don't load these parts of the contract.

/**
 * The key of mutations that send an answer. While one is running, events don't refetch the received questions, so that
 * the question stays where it is until its answer is shown.
 */
export const sendingAnswerKey = ["sending_answer"] as const;

/** The received questions and the counts of the home, which a question to oneself changes as well. */
export const receivedLists = [
  "listReceivedItems" satisfies keyof typeof inbox,
  "getNews" satisfies keyof typeof profiles,
] as const;

/** Questions and answers of communities. */
export const communityLists = [
  "getCommunityQuestion",
  "listCommunityAnswers",
  "listCommunityQuestions",
  "listFeaturedQuestions",
  "listOwnCommunityItems",
  "listSampleQuestions",
] as const satisfies (keyof typeof questions)[];

/** Answers that were brought along. */
export const broughtLists = ["listBroughtAnswers"] as const satisfies (keyof typeof brought)[];

/** Answers of friends, and recommended ones. */
export const friendsLists = [
  "listTimeline",
  "listRecommendedContents",
] as const satisfies (keyof typeof timeline)[];
