import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identities (
      pk bigint generated always as identity primary key,
      user_pk bigint not null references users (pk) on delete cascade,
      provider text not null,
      subject text not null,
      nickname text not null,
      name text not null,
      picture_url text,
      linked_at timestamptz not null default now(),
      unique (provider, subject),
      unique (user_pk, provider)
    )`.execute(db);
  // Tokens are in a table of their own, so that a query of identities reads no token. Both tokens are
  // encrypted.
  await sql`
    create table identity_tokens (
      identity_pk bigint primary key references identities (pk) on delete cascade,
      access_token bytea not null,
      refresh_token bytea,
      scopes text not null,
      expires_at timestamptz
    )`.execute(db);
  // Authorization requests: people who went to a provider and have not come back yet. A row is used once.
  await sql`
    create table social_starts (
      state_hash bytea primary key,
      browser_hash bytea not null,
      provider text not null,
      nonce text not null,
      verifier bytea not null,
      user_pk bigint references users (pk) on delete cascade,
      locale text not null,
      next text,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index social_starts_expiry on social_starts (expires_at)`.execute(db);
  // Whether the link to the account's box, and the link that asks for messages, are posted on X once a week.
  // `recruited_at` is when this was done last.
  await sql`
    alter table users
      add column is_auto_recruit boolean not null default false,
      add column is_auto_message_recruit boolean not null default false,
      add column recruited_at timestamptz`.execute(db);
}
