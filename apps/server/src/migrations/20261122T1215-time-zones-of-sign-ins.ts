import { type Kysely, sql } from "kysely";

/** `time_zone` is the browser's time zone. An account that the sign-in creates gets it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_starts add column time_zone text`.execute(db);
}
