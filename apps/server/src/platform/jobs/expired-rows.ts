import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { defineJob } from "./definition.ts";
import { handleJob, type Job } from "./jobs.ts";

const deleteExpiredRowsJob = defineJob(
  "delete_expired_rows",
  {},
  { cron: "17 * * * *", formerName: "sweep" },
);

const deleteSessions = statement(
  "session.deleteExpired",
  "delete from sessions where expires_at < now()",
);

async function deleteExpiredSessions(db: Db): Promise<void> {
  await deleteSessions(db, {});
}

/** Creates the hourly job that deletes expired sessions, and the expired rows of the features. */
export function createExpiredRowsJob(
  { db }: Services,
  deletions: readonly ((db: Db) => Promise<void>)[],
): Job {
  return handleJob(deleteExpiredRowsJob, async () => {
    for (const deleteRows of [deleteExpiredSessions, ...deletions]) await deleteRows(db);
  });
}
