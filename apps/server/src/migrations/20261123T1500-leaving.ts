import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `destroyed_at` is set as soon as an account is destroyed. A job then deletes the rows of its data, and
  // this row last.
  await sql`alter table users add column destroyed_at timestamptz`.execute(db);
  await sql`create index users_left on users (left_at) where left_at is not null`.execute(db);
  // Handles that nobody can take: handles of destroyed accounts (`user_pk` is null), and former handles,
  // which lead to their account. The tag is a keyed hash, so that no row names the handle.
  await sql`
    create table closed_handles (
      tag bytea primary key,
      user_pk bigint references users (pk) on delete set null,
      closed_until timestamptz not null
    )`.execute(db);
  await sql`create index closed_handles_of_user on closed_handles (user_pk)`.execute(db);
}
