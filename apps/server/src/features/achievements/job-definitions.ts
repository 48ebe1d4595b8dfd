import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Inserts the achievements that an account has reached. */
export const earnAchievementsJob = defineJob("earn_achievements", { user_pk: Type.Integer() });
