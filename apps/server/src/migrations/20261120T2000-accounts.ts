import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      pk bigint generated always as identity primary key,
      id text not null unique,
      account text not null,
      displaying_name text not null,
      self_introduction text not null default '',
      icon_url text,
      email text,
      password_hash text,
      locale text not null,
      time_zone text not null default 'Asia/Tokyo',
      is_receive_dm boolean not null default false,
      is_show_sensitive_content boolean not null default false,
      unread_questions_count integer not null default 0,
      confirmed_questions_count integer not null default 0,
      hidden_questions_count integer not null default 0,
      answers_count integer not null default 0,
      answer_likes_count integer not null default 0,
      created_at timestamptz not null default now(),
      left_at timestamptz
    )`.execute(db);
  await sql`create unique index users_account on users (lower(account))`.execute(db);
  await sql`
    create table sessions (
      token_hash bytea primary key,
      browser_id uuid not null,
      user_pk bigint not null references users (pk) on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      unique (browser_id, user_pk)
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_pk)`.execute(db);
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db);
}
