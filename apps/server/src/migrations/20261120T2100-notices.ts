import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `owner_key` is a keyed hash of a person's identity. So the sender of a question can get a notice of its
  // answer, and the table doesn't show who the sender is. `subject` is the id of what the notice is about: a
  // later event of the same kind about the same thing changes the existing notice. `urn` is a path of this
  // site; the check refuses paths that browsers read as the address of another site ("//host").
  await sql`
    create table notices (
      pk bigint generated always as identity primary key,
      id text not null unique,
      owner_key bytea not null,
      kind text not null,
      subject text not null,
      count integer not null default 1,
      name text,
      urn text not null check (urn ~ '^/[^/\\\\]' or urn = '/'),
      happened_at timestamptz not null,
      seen_at timestamptz,
      unique (owner_key, kind, subject)
    )`.execute(db);
  await sql`create index notices_of_owner on notices (owner_key, happened_at desc, id)`.execute(db);
  await sql`
    create index notices_unseen on notices (owner_key) where seen_at is null`.execute(db);
  await sql`create index notices_age on notices (happened_at)`.execute(db);
  // Badges such as "New" on an entry of the navigation, which `keyword` names.
  await sql`
    create table badges (
      uuid_hash text primary key,
      user_pk bigint not null references users (pk) on delete cascade,
      keyword text not null,
      unique (user_pk, keyword)
    )`.execute(db);
}
