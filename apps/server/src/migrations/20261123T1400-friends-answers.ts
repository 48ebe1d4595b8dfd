import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // A BRIN index is small and cheap to update, because answers are stored in the order of their times.
  await sql`create index answers_of_days on answers using brin (answered_at)`.execute(db);
  // The best answers of the last week in each language, at most one of each account. A job writes them.
  await sql`
    create table recommended_answers (
      answer_pk bigint primary key references answers (pk) on delete cascade,
      answerer_pk bigint not null references users (pk) on delete cascade,
      locale text not null,
      rank double precision not null
    )`.execute(db);
  await sql`
    create index recommended_answers_ranked on recommended_answers (locale, rank desc, answer_pk)
  `.execute(db);
  await sql`create index recommended_answers_of_user on recommended_answers (answerer_pk)`.execute(
    db,
  );
}
