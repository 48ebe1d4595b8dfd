import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/**
 * Awards an account the achievements that it has reached. The job keeps its old name, under which enqueued jobs are
 * stored; another name would need a `formerName`.
 */
export const awardAchievementsJob = defineJob("earn_achievements", { user_pk: Type.Integer() });
