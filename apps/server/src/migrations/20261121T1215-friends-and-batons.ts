import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column follows_count integer not null default 0,
      add column followers_count integer not null default 0`.execute(db);
  await sql`
    create index follows_newest on follows (follower_pk, followed_at desc, followed_pk)`.execute(
    db,
  );
  await sql`
    create index followers_newest on follows (followed_pk, followed_at desc, follower_pk)`.execute(
    db,
  );

  // The row of a baton stays when the receiver's copy of the question is deleted. Otherwise its sender could pass the
  // question to the same receiver again once a dropped copy is deleted, and so find out that it was dropped. The old
  // table is empty.
  await sql`drop table batons`.execute(db);
  await sql`
    create table batons (
      passed_question_pk bigint not null references questions (pk) on delete cascade,
      receiver_pk bigint not null references users (pk) on delete cascade,
      primary key (passed_question_pk, receiver_pk)
    )`.execute(db);
  await sql`create index batons_received on batons (receiver_pk)`.execute(db);
}
