import { publishCounts } from "#platform/events/events.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { earnAchievements } from "./commands.ts";
import { earnAchievementsJob } from "./job-definitions.ts";
import { findEarnedKinds } from "./policy.ts";
import { readCounts } from "./queries.ts";

/**
 * Creates the job that gives an account the achievements it has reached; enqueued with an answer, and with
 * each like that reaches a number in `likesToReach`.
 */
export function createAchievementsJob(services: Services): Job {
  const { db, secrets } = services;
  return handleJob(earnAchievementsJob, async ({ user_pk }) => {
    const counts = await readCounts(db, user_pk);
    if (!counts) return;
    const earned = await earnAchievements(db, user_pk, findEarnedKinds(counts));
    if (earned.length > 0) publishCounts(services, secrets.accountIdentity(user_pk));
  });
}
