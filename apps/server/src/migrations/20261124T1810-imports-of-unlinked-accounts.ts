import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `none` means that X was unlinked. The row stays because it contains the time from which the next import
  // may start.
  await sql`
    alter table friend_imports drop constraint friend_imports_status_check,
      add constraint friend_imports_status_check check (
        status in ('none', 'running', 'done', 'failed')
      )`.execute(db);
}
