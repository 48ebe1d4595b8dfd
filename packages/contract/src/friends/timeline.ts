import { Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { Item } from "../items.ts";
import { defineObject, IdInput, Locale } from "../shapes.ts";

/** The number of answers that one call of the timeline returns; fewer if there are no more. */
export const timelineBatch = 20;

/** The number of recommended answers. */
export const maxRecommendedContents = 20;

const Items = defineObject({ items: Type.Array(Item) });

/**
 * Answers of the accounts that the caller follows, in their boxes and in communities, newest first.
 * With `last_answer_id`, only older answers than that one. 204 if there are none. Omits answers of blocked
 * accounts, answers that the caller reported and, unless the caller has chosen to see them, sensitive
 * answers.
 */
export const listTimeline = defineEndpoint({
  name: "listTimeline",
  summary: "Newest answers of friends",
  method: "GET",
  path: "/api/v2/me/friends/timelines",
  caller: "user",
  query: defineObject({ last_answer_id: Type.Optional(IdInput) }),
  response: { 200: Items, 204: Type.Null() },
  errors: ["sign_in_needed", "not_found"],
  limits: limitCalls(120),
});

/**
 * Answers of the last week to questions in one language, ranked by likes and recency: at most one of
 * each answerer, none of accounts that the caller follows or blocks, and no sensitive ones.
 */
export const listRecommendedContents = defineEndpoint({
  name: "listRecommendedContents",
  summary: "Recommended answers in a language",
  method: "GET",
  path: "/api/v2/friends/recommend_contents",
  caller: "anyone",
  query: defineObject({ locale: Locale }),
  response: { 200: Items },
  errors: ["invalid_fields"],
  limits: limitCalls(120),
});
