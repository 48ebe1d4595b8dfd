import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed, IdInPath, PublicId } from "./shapes.ts";

/** Likes an answer or takes the like back, for signed-in people and visitors alike. */
export const toggleLike = defineEndpoint({
  name: "toggleLike",
  summary: "Like an answer, or take the like back",
  method: "POST",
  path: "/api/v1/answer_likes/toggle",
  caller: "visitor",
  body: closed({ answer_id: IdInPath }),
  response: {
    200: closed({ answer_id: PublicId, toggle_type: Type.Enum(["increment", "decrement"]) }),
  },
  errors: ["invalid_fields", "not_found", "forbidden", "key_reused", "bad_token", "foreign_origin"],
  limits: [
    { key: "sender", figure: 120, seconds: 60, when_unreachable: "open" },
    { key: "user", figure: 120, seconds: 60, when_unreachable: "open" },
  ],
});

/** How often an answer is liked, and whether by the one who asks. */
export const getAnswerLikes = defineEndpoint({
  name: "getAnswerLikes",
  summary: "Likes of an answer",
  method: "GET",
  path: "/api/v1/answer_likes",
  caller: "anyone",
  query: closed({ answer_id: IdInPath }),
  response: {
    200: closed({
      answer_id: PublicId,
      answer_likes_count: Type.Integer({ minimum: 0 }),
      is_liked: Type.Boolean(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const toggleLikePut = defineEndpoint({
  ...toggleLike,
  name: "toggleLikePut",
  method: "PUT",
});
