import { type Kysely, sql } from "kysely";

/** `infinity` while somebody keeps calm mode on until further notice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column calm_until timestamptz`.execute(db);
}
