import { Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput } from "./shapes.ts";

/** The hashtag of posts on X. */
export const shareHashtag = "toibako";

/** Posts the link to one's profile on X; posting the same text again creates no second post. */
export const shareProfile = defineEndpoint({
  name: "shareProfile",
  summary: "Post the profile's link to the linked account",
  method: "POST",
  path: "/api/v1/share_profile/share_twitter",
  caller: "user",
  reaches_others: true,
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "refused", "overloaded", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 10, seconds: 3600, on_store_error: "refuse" }],
});

/** Common properties of the endpoints that post to X in the user's name. */
export const ownPostEndpoint = {
  method: "POST",
  caller: "user",
  reaches_others: true,
  params: defineObject({ id: IdInput }),
  body: defineObject({ provider: Type.Literal("twitter") }),
  response: { 204: Type.Null() },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "refused",
    "overloaded",
    "bad_token",
    "foreign_origin",
  ],
} as const;

/** Posts the link to one's own answer. */
export const shareAnswer = defineEndpoint({
  ...ownPostEndpoint,
  name: "shareAnswer",
  summary: "Post one's own answer to the linked account",
  path: "/api/v2/answers/:id/share",
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

const AutoRecruit = defineObject({ is_auto_recruit: Type.Boolean() });
const AutoMessageRecruit = defineObject({ is_auto_message_recruit: Type.Boolean() });

/** Sets whether the server posts the link for questions on X, at most once a week; needs a linked X. */
export const putAutoRecruit = defineEndpoint({
  name: "putAutoRecruit",
  summary: "Post the link for questions once a week, or not",
  method: "PUT",
  path: "/api/v1/user/auto_recruit",
  caller: "user",
  reaches_others: true,
  body: AutoRecruit,
  response: { 200: AutoRecruit },
  errors: ["sign_in_needed", "invalid_fields", "refused", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Sets whether the server posts the link for messages on X, at most once a week; needs a linked X. */
export const putAutoMessageRecruit = defineEndpoint({
  name: "putAutoMessageRecruit",
  summary: "Post the link for messages once a week, or not",
  method: "PUT",
  path: "/api/v1/user/auto_message_recruit",
  caller: "user",
  reaches_others: true,
  body: AutoMessageRecruit,
  response: { 200: AutoMessageRecruit },
  errors: ["sign_in_needed", "invalid_fields", "refused", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});
