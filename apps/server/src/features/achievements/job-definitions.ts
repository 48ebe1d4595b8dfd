import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/**
 * Awards an account the achievements that it has reached. The name "earn_achievements" can't change, because
 * waiting jobs are stored under it.
 */
export const awardAchievementsJob = defineJob("earn_achievements", { user_pk: Type.Integer() });
