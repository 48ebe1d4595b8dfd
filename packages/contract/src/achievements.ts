import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed, Moment, Pager, PublicId } from "./shapes.ts";
import { ownPost } from "./shares.ts";

/** What can be reached, by what is counted and how many of it. */
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

/** What somebody reached, once and for good. */
export const UserAchievement = closed({
  id: PublicId,
  kind: Type.Enum([...achievementKinds]),
  counted: Type.Enum(["answers", "likes", "community_answers"]),
  count: Type.Integer({ minimum: 1 }),
  earned_at: Moment,
  formatted_date: Type.String(),
  /** It was celebrated, on whichever device. */
  is_shown: Type.Boolean(),
  is_shared: Type.Boolean(),
});
export type UserAchievement = Static<typeof UserAchievement>;

/** One's own, newest first; one page holds them all. */
export const listUserAchievements = defineEndpoint({
  name: "listUserAchievements",
  summary: "One's own achievements",
  method: "GET",
  path: "/api/v2/me/user_achievements",
  caller: "user",
  response: { 200: closed({ user_achievements: Type.Array(UserAchievement), pager: Pager }) },
  errors: ["sign_in_needed"],
});

/** Takes the oldest one that was not celebrated yet, for whoever asks first; null when there is none. */
export const claimUserAchievement = defineEndpoint({
  name: "claimUserAchievement",
  summary: "Take an achievement to celebrate, once on all devices",
  method: "POST",
  path: "/api/v2/me/user_achievements/claim",
  caller: "user",
  response: { 200: closed({ user_achievement: Type.Union([UserAchievement, Type.Null()]) }) },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
});

/** Tells of one's own achievement on a linked network. */
export const shareUserAchievement = defineEndpoint({
  ...ownPost,
  name: "shareUserAchievement",
  summary: "Post one's own achievement to the linked account",
  path: "/api/v2/me/user_achievements/:id/share",
  limits: [{ key: "user", figure: 20, seconds: 3600, when_unreachable: "closed" }],
});

export const shareUserAchievementPut = defineEndpoint({
  ...shareUserAchievement,
  name: "shareUserAchievementPut",
  method: "PUT",
});
