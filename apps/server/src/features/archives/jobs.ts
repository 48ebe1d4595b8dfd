import { runEach } from "#platform/database/batches.ts";
import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import type { FilterSources } from "../filters/filter.ts";
import { deleteExpiredExports } from "./commands/exports.ts";
import { importArchive } from "./commands/import-archive.ts";
import { deleteExpiredImports } from "./commands/uploads.ts";
import { writeExport } from "./commands/write-export.ts";
import { importArchiveJob, writeArchiveJob } from "./job-definitions.ts";

const deleteExpiredArchivesJob = defineJob("delete_expired_archives", {}, { cron: "37 * * * *" });

export function createArchiveJobs(
  services: Services,
  filterSources: Pick<FilterSources, "readWordLists">,
): Job[] {
  return [
    handleJob(writeArchiveJob, (run, attempt) => writeExport(services, run, attempt)),
    handleJob(importArchiveJob, (run) => importArchive(services, filterSources, run)),
    handleJob(deleteExpiredArchivesJob, () =>
      runEach([() => deleteExpiredExports(services), () => deleteExpiredImports(services)]),
    ),
  ];
}
