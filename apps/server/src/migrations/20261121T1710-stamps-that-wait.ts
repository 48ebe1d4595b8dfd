import { type Kysely, sql } from "kysely";

// This index finds the unread questions with the same stamp, which are answered together.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index questions_by_stamp on questions (receiver_pk, stamp_id)
    where status = 'unread' and stamp_id is not null`.execute(db);
}
