import type { Db } from "#platform/database/db.ts";

/** What the page for everyone counts. Nothing of a counted row is in it, so it stays when those are deleted. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create table public_counts (
      -- In UTC.
      day date not null,
      -- One of publicCountNames.
      name text not null,
      count integer not null check (count > 0),
      primary key (day, name)
    )`);
}
