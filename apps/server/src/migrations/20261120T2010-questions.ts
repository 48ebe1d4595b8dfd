import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Of the time of asking, only the hour is stored, in `asked_hour`.
  await sql`
    create table questions (
      pk bigint generated always as identity primary key,
      uuid_hash text not null unique,
      receiver_pk bigint not null references users (pk) on delete cascade,
      status text not null default 'unread' check (status in ('unread', 'confirmed', 'hidden')),
      type text not null default 'question',
      body text not null,
      locale text not null,
      is_self boolean not null default false,
      is_answered boolean not null default false,
      is_ad_default boolean not null default true,
      asked_hour timestamptz not null,
      changed_at timestamptz
    )`.execute(db);
  await sql`
    create index questions_inbox on questions (receiver_pk, status, asked_hour desc, uuid_hash)
  `.execute(db);
  await sql`
    create table answers (
      pk bigint generated always as identity primary key,
      id text not null unique,
      question_pk bigint not null unique references questions (pk) on delete cascade,
      answerer_pk bigint not null references users (pk) on delete cascade,
      text text not null,
      likes_count integer not null default 0,
      answered_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index answers_of_user on answers (answerer_pk, pk desc)`.execute(db);
  // The sender is stored as a keyed hash in a table of its own, so that queries of questions do not read it.
  // A later migration encrypts the sender.
  await sql`
    create table sent_questions (
      question_pk bigint primary key references questions (pk) on delete cascade,
      sender_key bytea not null,
      answered_at timestamptz
    )`.execute(db);
  await sql`
    create index sent_questions_answered on sent_questions (sender_key, answered_at desc, question_pk)
    where answered_at is not null`.execute(db);
  await sql`create index sent_questions_of_sender on sent_questions (sender_key)`.execute(db);
  // `accessed_at` is when a sender last opened the list of answers to their questions. Later answers are new.
  await sql`
    create table outboxes (
      sender_key bytea primary key,
      accessed_at timestamptz not null
    )`.execute(db);
  await sql`
    create table answer_likes (
      answer_pk bigint not null references answers (pk) on delete cascade,
      actor_key bytea not null,
      primary key (answer_pk, actor_key)
    )`.execute(db);
  await sql`create index answer_likes_of_actor on answer_likes (actor_key)`.execute(db);
  // The result of each call that likes or unlikes an answer. A repeated call with the same idempotency key
  // finds it, gets the same reply and changes nothing.
  await sql`
    create table like_toggles (
      actor_key bytea not null,
      idempotency_key text not null,
      answer_id text not null,
      toggle_type text not null,
      made_at timestamptz not null default now(),
      primary key (actor_key, idempotency_key)
    )`.execute(db);
  await sql`create index like_toggles_age on like_toggles (made_at)`.execute(db);
}
