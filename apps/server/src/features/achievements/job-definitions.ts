import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/**
 * Awards an account the achievements that it has reached. Another name would need a `formerName`, because
 * waiting jobs are stored under their name.
 */
export const awardAchievementsJob = defineJob("earn_achievements", { user_pk: Type.Integer() });
