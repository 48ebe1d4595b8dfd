import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `notify_change` is a mail without a link. It informs a former address of a change that the address can't
  // undo.
  await sql`
    alter table mail_links drop constraint mail_links_purpose_check,
      add constraint mail_links_purpose_check check (
        purpose in ('confirm_email', 'confirm_identity', 'undo_email', 'notify_change', 'reset_password')
      )`.execute(db);
}
