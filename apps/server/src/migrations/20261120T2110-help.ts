import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Messages from the contact form.
  await sql`
    create table inquiries (
      pk bigint generated always as identity primary key,
      id text not null unique,
      email text not null,
      topic text not null,
      body text not null,
      locale text not null,
      user_pk bigint references users (pk) on delete set null,
      made_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    alter table users add column tutorial_status text not null default 'not_started'`.execute(db);
}
