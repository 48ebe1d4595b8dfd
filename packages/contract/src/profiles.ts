import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed, IdInPath } from "./shapes.ts";

/** Stands for the picture of whoever has none; pages draw a face of their own in its place. */
export const placeholderIcon = "/placeholder-icon.svg";

/** What everyone may know of a person. */
export const PublicUser = closed({
  account: Type.String(),
  toibako_id: Type.String(),
  displaying_name: Type.String(),
  /** `placeholderIcon` where none is set. */
  icon_url: Type.String(),
  self_introduction: Type.String(),
  answers_count: Type.Integer({ minimum: 0 }),
  answer_likes_count: Type.Integer({ minimum: 0 }),
  follows_count: Type.Integer({ minimum: 0 }),
  followers_count: Type.Integer({ minimum: 0 }),
  is_receive_dm: Type.Boolean(),
  is_self: Type.Boolean(),
  /** The viewer follows them. */
  is_friend: Type.Boolean(),
  /** They follow the viewer. */
  is_follower: Type.Boolean(),
  /** The share image in the language of the call, as a path of this site. */
  image_url: Type.String(),
});
export type PublicUser = Static<typeof PublicUser>;

/** `id` is the handle; unknown and left accounts are not found. */
export const getUser = defineEndpoint({
  name: "getUser",
  summary: "Public profile of an account",
  method: "GET",
  path: "/api/v1/user/:id",
  caller: "anyone",
  params: closed({ id: IdInPath }),
  response: { 200: closed({ user: PublicUser }) },
  errors: ["not_found"],
});

/** The same by its other name. */
export const getSocialProfile = defineEndpoint({
  ...getUser,
  name: "getSocialProfile",
  path: "/api/v1/social_profile/:id",
});
