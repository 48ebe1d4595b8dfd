import { publishCounts } from "#platform/events/events.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { awardAchievements } from "./commands.ts";
import { awardAchievementsJob } from "./job-definitions.ts";
import { findEarnedKinds } from "./policy.ts";
import { readCounts } from "./queries.ts";

/**
 * Creates the job that awards an account the achievements that it has reached. It is enqueued with an answer, and
 * with each like that reaches a number in `likeThresholds`.
 */
export function createAchievementsJob(services: Services): Job {
  const { db, secrets } = services;
  return handleJob(awardAchievementsJob, async ({ user_pk }) => {
    const counts = await readCounts(db, user_pk);
    if (!counts) return;
    const awarded = await awardAchievements(db, user_pk, findEarnedKinds(counts));
    if (awarded.length > 0) publishCounts(services, secrets.deriveAccountIdentity(user_pk));
  });
}
