import { runEach } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { endExpiredSessions } from "#platform/identity/session.ts";
import type { Services } from "#platform/services.ts";
import { defineJob } from "./definition.ts";
import { handleJob, type Job } from "./jobs.ts";

const deleteExpiredRowsJob = defineJob(
  "delete_expired_rows",
  {},
  { cron: "17 * * * *", formerName: "sweep" },
);

/** Creates the hourly job that deletes expired sessions, and the expired rows of the features. */
export function createExpiredRowsJob(
  services: Services,
  deletions: readonly ((db: Db) => Promise<void>)[],
): Job {
  return handleJob(deleteExpiredRowsJob, () =>
    runEach([
      () => endExpiredSessions(services),
      ...deletions.map((deleteRows) => () => deleteRows(services.db)),
    ]),
  );
}
