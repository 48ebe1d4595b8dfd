import { type Kysely, sql } from "kysely";

// Counts how often somebody had their share image drawn anew: networks keep a picture by its address.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column share_image_revision integer not null default 0`.execute(
    db,
  );
}
