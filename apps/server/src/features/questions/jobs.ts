import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { deleteOldAddresses, deleteOldDropped } from "./commands/forget.ts";

const deleteExpiredSenderDataJob = defineJob(
  "delete_old_senders",
  {},
  { cron: "23 19 * * *", formerName: "forget_senders" },
);

/**
 * Creates the daily job that deletes dropped questions after 30 days, and the addresses of senders after
 * 90.
 */
export function createExpiredSenderDataJob({ db }: Services): Job {
  return handleJob(deleteExpiredSenderDataJob, async () => {
    await deleteOldDropped(db);
    await deleteOldAddresses(db);
  });
}
