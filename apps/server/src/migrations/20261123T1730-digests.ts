import { type Kysely, sql } from "kysely";

/** `digest_on` is the day of the last enqueued daily mail, in the account's time zone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column digest_on date`.execute(db);
  await sql`create index users_digest on users (time_zone, pk) where is_send_email`.execute(db);
}
