import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed, IdInPath } from "./shapes.ts";

/** What is said beside a link on a network, besides its text. */
export const shareHashtag = "toibako";

/** Posts the link to one's profile in one's own name on X; the same words twice are one post. */
export const shareProfile = defineEndpoint({
  name: "shareProfile",
  summary: "Post the profile's link to the linked account",
  method: "POST",
  path: "/api/v1/share_profile/share_twitter",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "refused", "overloaded", "bad_token", "foreign_origin"],
  limits: [{ key: "user", figure: 10, seconds: 3600, when_unreachable: "closed" }],
});

/** What calls have in common that post something of one's own, in one's own name, on X. */
export const ownPost = {
  method: "POST",
  caller: "user",
  params: closed({ id: IdInPath }),
  body: closed({ provider: Type.Literal("twitter") }),
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

/** Posts the link to an answer of one's own. */
export const shareAnswer = defineEndpoint({
  ...ownPost,
  name: "shareAnswer",
  summary: "Post one's own answer to the linked account",
  path: "/api/v2/answers/:id/share",
  limits: [{ key: "user", figure: 30, seconds: 3600, when_unreachable: "closed" }],
});

const AutoRecruit = closed({ is_auto_recruit: Type.Boolean() });
const AutoMessageRecruit = closed({ is_auto_message_recruit: Type.Boolean() });

/** Whether the link to be asked by is posted by itself, once a week at most; needs a linked X. */
export const putAutoRecruit = defineEndpoint({
  name: "putAutoRecruit",
  summary: "Post the link for questions once a week, or not",
  method: "PUT",
  path: "/api/v1/user/auto_recruit",
  caller: "user",
  body: AutoRecruit,
  response: { 200: AutoRecruit },
  errors: ["sign_in_needed", "invalid_fields", "refused", "bad_token", "foreign_origin"],
});

/** The same for the link to be written to by. */
export const putAutoMessageRecruit = defineEndpoint({
  name: "putAutoMessageRecruit",
  summary: "Post the link for messages once a week, or not",
  method: "PUT",
  path: "/api/v1/user/auto_message_recruit",
  caller: "user",
  body: AutoMessageRecruit,
  response: { 200: AutoMessageRecruit },
  errors: ["sign_in_needed", "invalid_fields", "refused", "bad_token", "foreign_origin"],
});
