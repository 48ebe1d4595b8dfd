import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `destroyed_at` is set as soon as an account is destroyed; a job then deletes the row and all others.
  await sql`alter table users add column destroyed_at timestamptz`.execute(db);
  await sql`create index users_left on users (left_at) where left_at is not null`.execute(db);
  // Handles that nobody can take: of destroyed accounts (`user_pk` is null), and former handles of accounts,
  // which lead to these. The tag is a keyed hash, so that no row names the handle.
  await sql`
    create table closed_handles (
      tag bytea primary key,
      user_pk bigint references users (pk) on delete set null,
      closed_until timestamptz not null
    )`.execute(db);
  await sql`create index closed_handles_of_user on closed_handles (user_pk)`.execute(db);
}
