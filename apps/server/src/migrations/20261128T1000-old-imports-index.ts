import type { Db } from "#platform/database/db.ts";

export const isOutsideTransaction = true;

export async function up(db: Db): Promise<void> {
  // For the job that deletes the followers of old imports. An earlier attempt may have left the index unfinished.
  await db.query("drop index concurrently if exists friend_imports_age");
  await db.query("create index concurrently friend_imports_age on friend_imports (updated_at)");
}
