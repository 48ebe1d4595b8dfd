import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/**
 * Awards an account the achievements that it has reached. Its name differs from the constant's, because enqueued jobs
 * are stored under it; a new one would need a `formerName`.
 */
export const awardAchievementsJob = defineJob("earn_achievements", { user_pk: Type.Integer() });
