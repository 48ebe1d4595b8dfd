import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Reports of answers that an account has brought along, which are then hidden from the reporter.
  await sql`
    create table brought_reports (
      brought_answer_id text not null references brought_answers (id) on delete cascade,
      reporter_pk bigint not null references users (pk) on delete cascade,
      reported_hour timestamptz not null,
      primary key (reporter_pk, brought_answer_id)
    )`.execute(db);
  await sql`
    create index brought_reports_of_answer on brought_reports (brought_answer_id)`.execute(db);
}
