import type { Db } from "#platform/database/db.ts";

/**
 * Marks an account's 10th, 50th and 100th answer; null for all others, and for those from before. "not valid" leaves out
 * the check of the existing rows.
 */
export async function up(db: Db): Promise<void> {
  await db.query(`
    alter table answers add column milestone smallint,
      add constraint answers_milestone_check check (milestone in (10, 50, 100)) not valid`);
}
