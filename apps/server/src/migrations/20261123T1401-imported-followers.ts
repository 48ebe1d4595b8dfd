import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The newest import of each account. `run` counts the account's imports, so that a job of an earlier one
  // changes nothing. `available_at` is the time from which the next import may start.
  await sql`
    create table friend_imports (
      user_pk bigint primary key references users (pk) on delete cascade,
      run integer not null default 1,
      status text not null check (status in ('running', 'done', 'failed')),
      failure text check (failure in ('refused', 'unreachable', 'link_needed')),
      progress integer not null default 0,
      total integer,
      started_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      available_at timestamptz
    )`.execute(db);
  // Followers on X as X described them. The table `identities` tells which of them have an account on this
  // site. `run` is the last import that found the follower.
  await sql`
    create table imported_followers (
      user_pk bigint not null references users (pk) on delete cascade,
      subject text not null,
      nickname text not null,
      name text not null,
      introduction text not null,
      position integer not null,
      run integer not null,
      primary key (user_pk, subject)
    )`.execute(db);
}
