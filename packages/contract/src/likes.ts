import { Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, PublicId } from "./shapes.ts";

/** Likes an answer or removes the like; for accounts and visitors. */
export const toggleLike = defineEndpoint({
  name: "toggleLike",
  summary: "Like an answer, or remove the like",
  method: "POST",
  path: "/api/v1/answer_likes/toggle",
  caller: "visitor",
  reaches_others: true,
  body: defineObject({ answer_id: IdInput }),
  response: {
    200: defineObject({
      answer_id: PublicId,
      /** `none` if a concurrent request of the same person came first. */
      toggle_type: Type.Enum(["increment", "decrement", "none"]),
    }),
  },
  errors: [
    "invalid_fields",
    "not_found",
    "forbidden",
    "key_reused",
    "proof_needed",
    "bad_token",
    "foreign_origin",
  ],
  limits: [
    { key: "visitor", max: 120, seconds: 60, on_store_error: "allow" },
    { key: "visitor_network", max: [300, 450], seconds: 60, on_store_error: "refuse" },
    { key: "new_visitor_network", max: [60, 90], seconds: 60, on_store_error: "refuse" },
    { key: "new_visitor_network", max: [360, 540], seconds: 3600, on_store_error: "refuse" },
    { key: "user", max: 120, seconds: 60, on_store_error: "allow" },
  ],
});

/** The number of likes of an answer, and whether the viewer likes it. */
export const getAnswerLikes = defineEndpoint({
  name: "getAnswerLikes",
  summary: "Likes of an answer",
  method: "GET",
  path: "/api/v1/answer_likes",
  caller: "anyone",
  query: defineObject({ answer_id: IdInput }),
  response: {
    200: defineObject({
      answer_id: PublicId,
      answer_likes_count: Type.Integer({ minimum: 0 }),
      is_liked: Type.Boolean(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
  limits: limitCalls(120),
});

/** An alias of `toggleLike`. */
export const toggleLikePut = defineEndpoint({
  ...toggleLike,
  name: "toggleLikePut",
  counts_as: "toggleLike",
  method: "PUT",
});
