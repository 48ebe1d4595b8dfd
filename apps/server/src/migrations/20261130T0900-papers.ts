import type { Db } from "#platform/database/db.ts";

/**
 * The paper on which a question to an account is written; null for older questions and those to communities. "not valid"
 * leaves out the check of the existing rows.
 */
export async function up(db: Db): Promise<void> {
  await db.query(`
    alter table questions add column paper smallint,
      add constraint questions_paper_check check (paper between 0 and 5) not valid`);
}
