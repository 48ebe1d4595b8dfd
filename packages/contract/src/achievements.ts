import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, Pager, PublicId, Timestamp } from "./shapes.ts";
import { ownPostEndpoint } from "./shares.ts";

/** The kinds of achievements: what is counted, and the number to reach. */
export const achievementKinds = [
  "answers_1",
  "answers_10",
  "answers_50",
  "answers_100",
  "answers_500",
  "answers_1000",
  "likes_10",
  "likes_100",
  "likes_1000",
  "community_answers_1",
] as const;
export type AchievementKind = (typeof achievementKinds)[number];

/** An achievement of an account; it is never lost. */
export const UserAchievement = defineObject({
  id: PublicId,
  kind: Type.Enum([...achievementKinds]),
  counted: Type.Enum(["answers", "likes", "community_answers"]),
  count: Type.Integer({ minimum: 1 }),
  earned_at: Timestamp,
  formatted_date: Type.String(),
  /** Whether it was celebrated, on any device. */
  is_shown: Type.Boolean(),
  is_shared: Type.Boolean(),
});
export type UserAchievement = Static<typeof UserAchievement>;

/** The signed-in account's achievements, newest first; one page holds them all. */
export const listUserAchievements = defineEndpoint({
  name: "listUserAchievements",
  summary: "One's own achievements",
  method: "GET",
  path: "/api/v2/me/user_achievements",
  caller: "user",
  response: { 200: defineObject({ user_achievements: Type.Array(UserAchievement), pager: Pager }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** Marks the oldest uncelebrated achievement as celebrated and returns it; null if there is none. */
export const claimUserAchievement = defineEndpoint({
  name: "claimUserAchievement",
  summary: "Take the next achievement to celebrate, once for all devices",
  method: "POST",
  path: "/api/v2/me/user_achievements/claim",
  caller: "user",
  response: { 200: defineObject({ user_achievement: Type.Union([UserAchievement, Type.Null()]) }) },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Posts an achievement of the signed-in account to a linked provider. */
export const shareUserAchievement = defineEndpoint({
  ...ownPostEndpoint,
  name: "shareUserAchievement",
  summary: "Post one's own achievement to the linked account",
  path: "/api/v2/me/user_achievements/:id/share",
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});

/** An alias of `shareUserAchievement`. */
export const shareUserAchievementPut = defineEndpoint({
  ...shareUserAchievement,
  name: "shareUserAchievementPut",
  counts_as: "shareUserAchievement",
  method: "PUT",
});
