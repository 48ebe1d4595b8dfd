import { type Kysely, sql } from "kysely";

// Counts how often an account gave its share image a new address, because social networks keep a picture
// by its address.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column share_image_revision integer not null default 0`.execute(
    db,
  );
}
