import type { Db } from "#platform/database/db.ts";

/**
 * Notices of what an account received become rows with an owner, and a received question says itself whether it was
 * seen. Earlier notices and what is stored as unseen are deleted, and existing questions count as seen.
 */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create table received_notices (
      pk bigint generated always as identity primary key,
      id text not null unique,
      user_pk bigint not null references users on delete cascade,
      kind text not null,
      -- What the notice is about: the id of a question, an answer or a follower.
      subject text not null,
      count integer not null,
      name text,
      detail text check (detail in ('baton', 'choose', 'stamp')),
      urn text not null,
      is_seen boolean not null,
      happened_hour timestamptz not null,
      written_hour timestamptz not null,
      unique (user_pk, kind, subject)
    );
    create index on received_notices (user_pk, happened_hour);
    create index on received_notices (user_pk) where not is_seen;
    create index on received_notices (happened_hour);
    comment on column notices.owner_key is 'no longer used';
    -- The first default is that of existing rows, the second that of new ones. A welcome letter is never new.
    alter table questions add column is_seen boolean not null default true;
    alter table only questions alter column is_seen set default false;
    truncate notices, read_states`);
}
