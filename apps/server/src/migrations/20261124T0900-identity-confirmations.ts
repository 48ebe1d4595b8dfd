import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether an authorization request confirms the identity of the account `user_pk`, instead of linking a
  // provider to it.
  await sql`
    alter table social_starts add column is_confirmation boolean not null default false`.execute(
    db,
  );
  await sql`
    alter table mail_links drop constraint mail_links_purpose_check,
      add constraint mail_links_purpose_check check (
        purpose in ('confirm_email', 'confirm_identity', 'undo_email', 'reset_password')
      )`.execute(db);
}
