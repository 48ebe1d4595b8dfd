import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { deleteOldDropped, eraseOldAddresses } from "./commands/forget.ts";

const deleteOldSendersJob = defineJob(
  "delete_old_senders",
  {},
  { cron: "23 19 * * *", formerName: "forget_senders" },
);

/** Creates the daily job that deletes dropped questions and addresses of senders when they expire. */
export function createOldSendersJob({ db }: Services): Job {
  return handleJob(deleteOldSendersJob, async () => {
    await deleteOldDropped(db);
    await eraseOldAddresses(db);
  });
}
