import { runWithoutTimeouts } from "#platform/database/db.ts";
import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { rankCommunities } from "./commands/rank.ts";

const rankCommunitiesJob = defineJob("rank_communities", {}, { cron: "*/10 * * * *" });

export function createRankJob({ config, database }: Services): Job {
  return handleJob(rankCommunitiesJob, () => runWithoutTimeouts(config, database, rankCommunities));
}
