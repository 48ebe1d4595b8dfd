import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { deleteOldBinned } from "./commands.ts";

const emptyBinsJob = defineJob("empty_bins", {}, { cron: "11 19 * * *" });

/** Creates the daily job that deletes old unanswered questions from all bins. */
export function createEmptyBinsJob({ db }: Services): Job {
  return handleJob(emptyBinsJob, () => deleteOldBinned(db));
}
