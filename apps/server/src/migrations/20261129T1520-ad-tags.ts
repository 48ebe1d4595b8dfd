import type { Db } from "#platform/database/db.ts";

/** The tags of the operator's advertising networks, one for each place. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create table ad_tags (
      slot text primary key,
      tag_type text not null,
      -- The network's id, and the size of the frame in pixels.
      id text not null,
      width integer not null,
      height integer not null,
      body text not null,
      -- The ids of the network's native units; empty without one.
      ios_group_id text not null,
      ios_unit_id text not null,
      android_group_id text not null,
      android_unit_id text not null,
      -- Every save raises it, so that a save from an old tab is refused.
      version integer not null default 1
    )`);
}
