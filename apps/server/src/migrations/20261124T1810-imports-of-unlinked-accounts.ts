import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `none`: unlinking X has deleted the import. The row still tells when the account may start the next one.
  await sql`
    alter table friend_imports drop constraint friend_imports_status_check,
      add constraint friend_imports_status_check check (
        status in ('none', 'running', 'done', 'failed')
      )`.execute(db);
}
