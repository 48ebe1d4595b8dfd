import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // When the owner last changed the handle; null if they never did.
  await sql`alter table users add column account_changed_at timestamptz`.execute(db);
}
