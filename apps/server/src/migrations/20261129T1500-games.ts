import type { Db } from "#platform/database/db.ts";

/** The games of the operator's games site, which admins edit. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create table games (
      uuid text primary key,
      -- Its id on the games site, where its page is /games/{path_id}.
      path_id text not null,
      titles jsonb not null,
      descriptions jsonb not null,
      image_url text not null references content_pictures,
      -- The largest comes first.
      priority integer not null,
      is_shown boolean not null,
      -- Every save raises it, so that a save from an old tab is refused.
      version integer not null default 1
    );
    create index on games (image_url);
    create index on games (priority, uuid)`);
}
