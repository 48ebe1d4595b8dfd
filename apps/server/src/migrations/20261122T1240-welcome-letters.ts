import { type Kysely, sql } from "kysely";

/**
 * The first letter of a new account, from the service itself. It inherits from `questions`, so that
 * everything that reads questions finds it, but is in a table of its own with keys of its own:
 * among the questions, its place would tell between which of them an account was made, and so who
 * may have sent its neighbours. An answered letter moves to `questions`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table questions add column is_welcome boolean not null default false`.execute(db);
  await sql`create table welcome_letters () inherits (questions)`.execute(db);
  await sql`
    alter table welcome_letters
      alter column is_welcome set default true,
      add primary key (pk),
      add unique (uuid_hash),
      add unique (receiver_pk),
      add foreign key (receiver_pk) references users (pk) on delete cascade`.execute(db);
  await sql`
    create index welcome_letters_inbox
    on welcome_letters (receiver_pk, status, asked_hour desc, uuid_hash)`.execute(db);
}
