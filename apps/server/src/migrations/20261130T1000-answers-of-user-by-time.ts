import type { Db } from "#platform/database/db.ts";

export const isOutsideTransaction = true;

export async function up(db: Db): Promise<void> {
  // Finds the answers of an account in a week, and on a day of the past. An earlier attempt may have left it unfinished.
  await db.query("drop index concurrently if exists answers_of_user_by_time");
  await db.query(
    "create index concurrently answers_of_user_by_time on answers (answerer_pk, answered_at)",
  );
}
