import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const deleteExpired = statement(
  "accounts.deleteExpiredHandles",
  "delete from closed_handles where closed_until < now()",
);

/** Deletes closed handles after the time for which nobody else could take them. */
export async function deleteExpiredHandles(db: Db): Promise<void> {
  await deleteExpired(db, {});
}
