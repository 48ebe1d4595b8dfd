import { type Static, Type } from "typebox";
import { CardTheme } from "./cards.ts";
import { AssociatedCommunity } from "./communities.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, PublicId } from "./shapes.ts";

/** The public profile of an account. */
export const PublicUser = defineObject({
  account: Type.String(),
  toibako_id: Type.String(),
  displaying_name: Type.String(),
  /** Never empty: accounts without a picture have a drawing. */
  icon_url: Type.String(),
  self_introduction: Type.String(),
  answers_count: Type.Integer({ minimum: 0 }),
  /** Answers that were brought along from an archive; no other count includes them. */
  brought_answers_count: Type.Integer({ minimum: 0 }),
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
  card_theme: CardTheme,
});
export type PublicUser = Static<typeof PublicUser>;

/** An answered question; `body` is the beginning of its text on one line. */
export const LikedItem = defineObject({
  uuid_hash: PublicId,
  body: Type.String(),
  answer_id: PublicId,
  associated_community: Type.Union([AssociatedCommunity, Type.Null()]),
  answer_likes_count: Type.Integer({ minimum: 1 }),
});
export type LikedItem = Static<typeof LikedItem>;

/**
 * `id` is the handle, a former handle that still leads to its account, or the `id` of `/users/me`;
 * unknown and left accounts are not found.
 */
export const getUser = defineEndpoint({
  name: "getUser",
  summary: "Public profile of an account",
  method: "GET",
  path: "/api/v1/user/:id",
  caller: "anyone",
  params: defineObject({ id: IdInput }),
  response: { 200: defineObject({ user: PublicUser }) },
  errors: ["not_found"],
  limits: limitCalls(300),
});

/** What happened to the signed-in account in the last day. Likes have no time, so none are counted. */
export const getNews = defineEndpoint({
  name: "getNews",
  summary: "What is new for the signed-in account since yesterday",
  method: "GET",
  path: "/api/v2/me/news",
  caller: "user",
  response: {
    200: defineObject({
      /** Questions that arrived and still wait for an answer, so never more than the unread ones. */
      received_items: Type.Integer({ minimum: 0 }),
      followers: Type.Integer({ minimum: 0 }),
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** The most liked answers of an account, with at least one like each. */
export const listMostLiked = defineEndpoint({
  name: "listMostLiked",
  summary: "The most liked answers of an account",
  method: "GET",
  path: "/api/v2/items/most_liked",
  caller: "anyone",
  query: defineObject({ account: Type.String({ maxLength: 64 }) }),
  response: { 200: defineObject({ items: Type.Array(LikedItem) }) },
  errors: [],
  limits: limitCalls(120),
});

/** An alias of `getUser`. */
export const getSocialProfile = defineEndpoint({
  ...getUser,
  name: "getSocialProfile",
  path: "/api/v1/social_profile/:id",
  counts_as: getUser.name,
});
