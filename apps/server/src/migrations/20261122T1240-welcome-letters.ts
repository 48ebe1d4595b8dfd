import { type Kysely, sql } from "kysely";

/**
 * The welcome letters that new accounts get from the service. The table inherits from `questions`, so that
 * statements that read questions find letters as well. It has its own keys. A key between those of two
 * questions would show that the account was created between them, and so hint at who sent these questions.
 * An answered letter moves to `questions`.
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
