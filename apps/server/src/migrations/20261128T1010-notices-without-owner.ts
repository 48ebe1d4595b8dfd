import type { Db } from "#platform/database/db.ts";

/** Drops the column, which has been empty since received notices have a table of their own, and its index. */
export async function up(db: Db): Promise<void> {
  await db.query("alter table notices drop column owner_key");
}
