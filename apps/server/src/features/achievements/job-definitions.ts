import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/**
 * Awards an account the achievements that it has reached. The job's name is in stored rows, so it stays as it
 * was first deployed.
 */
export const awardAchievementsJob = defineJob("earn_achievements", { user_pk: Type.Integer() });
