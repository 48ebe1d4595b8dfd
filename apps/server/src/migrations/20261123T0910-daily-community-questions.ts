import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The days in UTC on which an account was last here, and last got a question of a community.
  await sql`
    alter table users
      add column active_on date,
      add column community_question_on date`.execute(db);
  await sql`
    create index questions_unread_copies on questions (asked_hour)
    where original_pk is not null and status = 'unread'`.execute(db);
}
