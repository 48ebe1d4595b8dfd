import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column is_receive_baton boolean not null default true,
      add column is_batch_answer_to_stamp boolean not null default true,
      add column use_ngword_filter boolean not null default true,
      add column ml_filter text not null default 'medium'
        check (ml_filter in ('none', 'low', 'medium', 'high')),
      add column card_theme text not null default 'mint',
      add column held_questions_count integer not null default 0`.execute(db);

  // `held`: a filter holds the question until its receiver decides. `reported`: it waits for moderators.
  // `dropped`: it is never shown to its receiver, and is kept so that a repeated request gets the same reply.
  await sql`
    alter table questions
      drop constraint questions_status_check,
      add constraint questions_status_check
        check (status in ('unread', 'confirmed', 'hidden', 'held', 'reported', 'dropped')),
      alter column type set default 'text',
      add column stamp_id text,
      add column options text[] check (cardinality(options) between 2 and 4),
      add column is_baton boolean not null default false,
      add column held_by jsonb`.execute(db);
  await sql`update questions set type = 'text' where type = 'question'`.execute(db);
  await sql`
    alter table questions
      add constraint questions_type_known check (type in ('text', 'stamp', 'choose')),
      add constraint questions_stamp_given check ((type = 'stamp') = (stamp_id is not null)),
      add constraint questions_options_given check ((type = 'choose') = (options is not null))
  `.execute(db);
  await sql`
    create index questions_dropped on questions (asked_hour) where status = 'dropped'`.execute(db);

  await sql`
    alter table answers
      add column chosen_option integer check (chosen_option between 0 and 3),
      add column edited_at timestamptz`.execute(db);

  await sql`
    create table ng_words (
      pk bigint generated always as identity primary key,
      id text not null unique,
      user_pk bigint not null references users (pk) on delete cascade,
      word text not null,
      created_at timestamptz not null default now(),
      unique (user_pk, word)
    )`.execute(db);

  // A sender has another pseudonym for each receiver, so that the rows of two receivers can't be compared.
  // A block by name and a block by a question are two rows, even if they block the same account: one row for
  // both would reveal who asked. Until `network_until`, a block by a question also applies to the sender's
  // network.
  await sql`
    create table blocks (
      pk bigint generated always as identity primary key,
      id text not null unique,
      receiver_pk bigint not null references users (pk) on delete cascade,
      pseudonym bytea not null,
      network_pseudonym bytea,
      network_until timestamptz,
      blocked_pk bigint references users (pk) on delete cascade,
      question_body text,
      blocked_hour timestamptz not null,
      unique nulls not distinct (receiver_pk, pseudonym, blocked_pk)
    )`.execute(db);

  await sql`
    create table reports (
      question_pk bigint primary key references questions (pk) on delete cascade,
      reporter_pk bigint not null references users (pk) on delete cascade,
      mode text not null check (mode in ('unit', 'multiple', 'multipleWithBlock')),
      reported_hour timestamptz not null
    )`.execute(db);

  // The encrypted sender and IP address of each question. The address is deleted after 90 days. No endpoint
  // returns these values.
  await sql`
    create table sealed_senders (
      question_pk bigint primary key references questions (pk) on delete cascade,
      sender bytea not null,
      address bytea,
      network_pseudonym bytea,
      sealed_on date not null
    )`.execute(db);
  await sql`
    create index sealed_senders_age on sealed_senders (sealed_on) where address is not null
  `.execute(db);

  await sql`
    create table achievements (
      pk bigint generated always as identity primary key,
      id text not null unique,
      user_pk bigint not null references users (pk) on delete cascade,
      kind text not null,
      earned_at timestamptz not null default now(),
      shown_at timestamptz,
      shared_at timestamptz,
      unique (user_pk, kind)
    )`.execute(db);

  await sql`
    create table follows (
      follower_pk bigint not null references users (pk) on delete cascade,
      followed_pk bigint not null references users (pk) on delete cascade,
      followed_at timestamptz not null default now(),
      primary key (follower_pk, followed_pk),
      check (follower_pk <> followed_pk)
    )`.execute(db);
  await sql`create index follows_followed on follows (followed_pk, follower_pk)`.execute(db);

  // Passing a question on creates a new question. The table links it to the original, which is passed to
  // three friends at most. The link is never shown.
  await sql`
    create table batons (
      question_pk bigint primary key references questions (pk) on delete cascade,
      passed_question_pk bigint not null references questions (pk) on delete cascade
    )`.execute(db);
  await sql`create index batons_passed on batons (passed_question_pk)`.execute(db);
}
