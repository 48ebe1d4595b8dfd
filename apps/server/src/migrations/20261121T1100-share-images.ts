import { type Kysely, sql } from "kysely";

// Counts how often an account gave its share image a new address. Social networks cache pictures by address,
// so only a new address shows a changed picture.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column share_image_revision integer not null default 0`.execute(
    db,
  );
}
