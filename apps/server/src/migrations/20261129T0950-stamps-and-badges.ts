import type { Db } from "#platform/database/db.ts";

/**
 * The stamps and their groups, which admins edit; every process stores those of the release at its start, if they are
 * missing. And when admins gave the badges of the navigation.
 */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create table stamp_groups (
      id text primary key,
      names jsonb not null,
      icon_url text not null references content_pictures,
      position integer not null,
      is_offered boolean not null,
      -- Every save raises it, so that a save from an old tab is refused.
      version integer not null default 1
    );
    -- Rows are never deleted, because questions and archives name their stamps.
    create table stamps (
      -- Names its picture, which never changes: the id of the uploaded one, or the name of a drawing of the release.
      id text primary key,
      picture_url text not null references content_pictures,
      group_id text not null references stamp_groups,
      texts jsonb not null,
      position integer not null,
      is_offered boolean not null,
      version integer not null default 1
    );
    create index on stamp_groups (icon_url);
    create index on stamps (picture_url);
    create index on stamps (group_id);
    create table badge_runs (
      keyword text primary key,
      given_at timestamptz not null default now(),
      given_count integer not null default 0,
      -- The accounts up to reached_pk have been considered; those after last_pk are too new for it.
      reached_pk bigint not null default 0,
      last_pk bigint not null,
      -- Every giving raises it.
      version integer not null default 1
    )`);
}
