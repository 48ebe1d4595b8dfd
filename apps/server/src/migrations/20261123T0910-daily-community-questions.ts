import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // `active_on`: the day (in UTC) of the account's last request. `community_question_on`: the day on which
  // the account last got a daily question.
  await sql`
    alter table users
      add column active_on date,
      add column community_question_on date`.execute(db);
  await sql`
    create index questions_unread_copies on questions (asked_hour)
    where original_pk is not null and status = 'unread'`.execute(db);
}
