import type { Db } from "#platform/database/db.ts";

/** What admins write in the console: release notes. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create table release_notes (
      pk bigint generated always as identity primary key,
      id text not null unique,
      -- A text for each language; in a draft some are empty.
      titles jsonb not null,
      bodies jsonb not null,
      is_published boolean not null,
      -- When it was published first; null for a draft that never was.
      released_at timestamptz,
      -- Every save raises it, so that a save from an old tab is refused.
      version integer not null default 1,
      check (released_at is not null or not is_published)
    );
    create index on release_notes (released_at desc, pk desc) where is_published;
    create index on release_notes (coalesce(released_at, 'infinity') desc, pk desc)`);
}
