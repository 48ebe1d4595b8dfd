import { runEach } from "#platform/database/batches.ts";
import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { deleteOldAddresses, deleteOldDropped } from "./commands/forget.ts";

const deleteExpiredSenderDataJob = defineJob(
  "delete_old_senders",
  {},
  { cron: "23 19 * * *", formerName: "forget_senders" },
);

/** Creates the daily job that deletes old dropped questions and old IP addresses of senders. */
export function createExpiredSenderDataJob({ db }: Services): Job {
  return handleJob(deleteExpiredSenderDataJob, async () => {
    await runEach([() => deleteOldDropped(db), () => deleteOldAddresses(db)]);
  });
}
