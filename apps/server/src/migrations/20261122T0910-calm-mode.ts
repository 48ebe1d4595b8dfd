import { type Kysely, sql } from "kysely";

/** `calm_until` is `infinity` if calm mode is on until further notice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column calm_until timestamptz`.execute(db);
}
