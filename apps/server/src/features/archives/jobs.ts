import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { deleteExpiredExports } from "./commands/exports.ts";
import { writeExport } from "./commands/write-export.ts";
import { writeArchiveJob } from "./job-definitions.ts";

const deleteExpiredArchivesJob = defineJob("delete_expired_archives", {}, { cron: "37 * * * *" });

/** Creates the jobs that write archives and delete expired ones. */
export function createArchiveJobs(services: Services): Job[] {
  return [
    handleJob(writeArchiveJob, (started) => writeExport(services, started)),
    handleJob(deleteExpiredArchivesJob, () => deleteExpiredExports(services)),
  ];
}
