import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const deleteExpired = statement(
  "accounts.deleteExpiredHandles",
  "delete from closed_handles where closed_until < now()",
);

/** Deletes closed handles that have become free again. */
export async function deleteExpiredHandles(db: Db): Promise<void> {
  await deleteExpired(db, {});
}
