import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject, IdInPath } from "./shapes.ts";

/** The public profile of an account. */
export const PublicUser = defineObject({
  account: Type.String(),
  toibako_id: Type.String(),
  displaying_name: Type.String(),
  /** Never empty: accounts without a picture have a drawing. */
  icon_url: Type.String(),
  self_introduction: Type.String(),
  answers_count: Type.Integer({ minimum: 0 }),
  answer_likes_count: Type.Integer({ minimum: 0 }),
  follows_count: Type.Integer({ minimum: 0 }),
  followers_count: Type.Integer({ minimum: 0 }),
  is_receive_dm: Type.Boolean(),
  is_self: Type.Boolean(),
  /** Whether the viewer follows this account. */
  is_friend: Type.Boolean(),
  /** Whether this account follows the viewer. */
  is_follower: Type.Boolean(),
  /** The path of the share image in the language of the request. */
  image_url: Type.String(),
});
export type PublicUser = Static<typeof PublicUser>;

/** `id` is the handle, or the `id` of `/users/me`; unknown and closed accounts are not found. */
export const getUser = defineEndpoint({
  name: "getUser",
  summary: "Public profile of an account",
  method: "GET",
  path: "/api/v1/user/:id",
  caller: "anyone",
  params: defineObject({ id: IdInPath }),
  response: { 200: defineObject({ user: PublicUser }) },
  errors: ["not_found"],
});

/** An alias of `getUser`. */
export const getSocialProfile = defineEndpoint({
  ...getUser,
  name: "getSocialProfile",
  path: "/api/v1/social_profile/:id",
});
