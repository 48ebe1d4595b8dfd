import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `expires_at` is set until a first code confirms the secret. Until then, the second factor is off.
  // `last_step` is the time step of the last accepted code, so that no code is accepted twice.
  await sql`
    create table totp_factors (
      user_pk bigint primary key references users (pk) on delete cascade,
      sealed_secret bytea not null,
      last_step bigint not null default 0,
      expires_at timestamptz
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_pk bigint not null references users (pk) on delete cascade,
      code_hash bytea not null,
      primary key (user_pk, code_hash)
    )`.execute(db);
  await sql`
    create table passkeys (
      pk bigint generated always as identity primary key,
      id text not null unique,
      user_pk bigint not null references users (pk) on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      signatures_count bigint not null,
      transports text[] not null,
      name text not null,
      created_hour timestamptz not null default date_trunc('hour', now(), 'UTC'),
      used_hour timestamptz
    )`.execute(db);
  await sql`create index passkeys_user on passkeys (user_pk, pk)`.execute(db);
  // `user_pk` is null in the challenge of a visitor who signs in.
  await sql`
    create table passkey_challenges (
      challenge_hash bytea primary key,
      browser_hash bytea not null,
      user_pk bigint references users (pk) on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index passkey_challenges_expiry on passkey_challenges (expires_at)`.execute(db);
}
