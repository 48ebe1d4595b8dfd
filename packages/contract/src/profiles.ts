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
  answer_likes_count: Type.Integer({ minimum: 0 }),
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

const Day = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });

/** What an account did in the seven days before a Sunday. */
export const Week = defineObject({
  /** A Sunday. */
  first_day: Day,
  last_day: Day,
  /** The number of answers on each day. */
  answers: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 7, maxItems: 7 }),
  /** The likes that these answers have by now. */
  likes: Type.Integer({ minimum: 0 }),
  followers: Type.Integer({ minimum: 0 }),
  /** The most liked one of these answers, if any has a like. */
  best: Type.Union([LikedItem, Type.Null()]),
});
export type Week = Static<typeof Week>;

/**
 * What is new for an account. At most 1,000 new followers and 1,000 notices of the last day are read, and as many answers
 * and followers of a week.
 */
export const News = defineObject({
  /** Followers of the last day. */
  followers: Type.Integer({ minimum: 0 }),
  /** Answers of which a notice of the last day says that they are liked; likes themselves have no time. */
  liked_answers: Type.Integer({ minimum: 0 }),
  /** For how many days the oldest unread question has waited, from three days on; otherwise 0. */
  waiting_days: Type.Integer({ minimum: 0 }),
  /** An answer that the account wrote on this day a year ago. */
  year_ago: Type.Union([LikedItem, Type.Null()]),
  /** Only on Sundays, and only if there is something to tell. */
  week: Type.Union([Week, Type.Null()]),
});
export type News = Static<typeof News>;

export const getNews = defineEndpoint({
  name: "getNews",
  summary: "What is new for the signed-in account",
  method: "GET",
  path: "/api/v2/me/news",
  caller: "user",
  response: { 200: News },
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
