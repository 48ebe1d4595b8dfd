import type { Db } from "#platform/database/db.ts";

/** The pictures of contents that admins edit. What shows one refers to its row. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create table content_pictures (
      -- The address of an uploaded picture, or of a drawing of a first install.
      url text primary key,
      -- One of contentPictureSizes.
      shape text not null,
      stored_hour timestamptz not null
    );
    create index on content_pictures (stored_hour)`);
}
