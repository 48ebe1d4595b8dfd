import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `email` is the address that was entered last; mails go to `confirmed_email` only.
  await sql`alter table users add column confirmed_email text`.execute(db);
  await sql`
    create index users_confirmed_email on users (lower(confirmed_email))
    where confirmed_email is not null`.execute(db);
  // Links that are mailed to `email`. The mail contains the token and the row its hash, which is null until
  // the mail is sent.
  await sql`
    create table mail_links (
      id text primary key,
      purpose text not null check (purpose in ('confirm_email', 'undo_email', 'reset_password')),
      user_pk bigint not null references users (pk) on delete cascade,
      email text not null,
      token_hash bytea unique,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index mail_links_user on mail_links (user_pk, purpose)`.execute(db);
  await sql`create index mail_links_email on mail_links (lower(email), purpose)`.execute(db);
  await sql`create index mail_links_expiry on mail_links (expires_at)`.execute(db);
}
