import { type Kysely, sql } from "kysely";

/** The browser's time zone, for the account that a sign-in with a provider may create. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_starts add column time_zone text`.execute(db);
}
