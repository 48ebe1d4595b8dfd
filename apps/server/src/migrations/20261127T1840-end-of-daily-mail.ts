import type { Db } from "#platform/database/db.ts";

export async function up(db: Db): Promise<void> {
  // `digest_until_hour`: the end of the time that the last enqueued daily mail covers, where the next one begins.
  await db.query("alter table users add column digest_until_hour timestamptz");
}
