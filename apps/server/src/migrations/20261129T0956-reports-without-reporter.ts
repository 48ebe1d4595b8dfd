import type { Db } from "#platform/database/db.ts";

/** The evidence of a report outlives the account that made it. */
export async function up(db: Db): Promise<void> {
  // Only new rows are checked: the old constraint has checked the old ones.
  await db.query(`
    alter table case_reports drop constraint case_reports_reporter_pk_fkey,
      add constraint case_reports_reporter_pk_fkey
        foreign key (reporter_pk) references users on delete set null not valid`);
}
