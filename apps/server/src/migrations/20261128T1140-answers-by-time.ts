import type { Db } from "#platform/database/db.ts";

export const isOutsideTransaction = true;

export async function up(db: Db): Promise<void> {
  // Finds the days on which a question of a community was answered. An earlier attempt may have left it unfinished.
  await db.query("drop index concurrently if exists answers_of_question_by_time");
  await db.query(`
    create index concurrently answers_of_question_by_time on answers (question_pk, answered_at)
    where community_pk is not null`);
}
