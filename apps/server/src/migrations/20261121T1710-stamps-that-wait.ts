import { type Kysely, sql } from "kysely";

// Finds what waits by the same stamp, to be answered at once.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index questions_by_stamp on questions (receiver_pk, stamp_id)
    where status = 'unread' and stamp_id is not null`.execute(db);
}
