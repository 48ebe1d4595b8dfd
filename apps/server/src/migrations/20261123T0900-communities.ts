import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await createCommunities(db);
  await createSimilarities(db);
  await createMemberships(db);
  await createCommunityQuestions(db);
}

async function createCommunities(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table community_categories (
      id text primary key check (id ~ '^[a-z0-9][a-z0-9-]*$' and id <> 'items'),
      position integer not null,
      names jsonb not null
    )`.execute(db);
  // `names`, `descriptions` and `rules` have a text for each language. `search_text` is the searched text in
  // one spelling; `search_terms` are its characters and pairs of characters, by which the index finds it.
  // Joining and leaving update `members_count`. Because this column has no index and the low fill factor
  // leaves room on the pages, such an update writes no index.
  await sql`
    create table communities (
      pk bigint generated always as identity primary key,
      id text not null unique check (id ~ '^[a-z0-9][a-z0-9-]*$'),
      category_id text not null references community_categories (id),
      position integer not null,
      card_theme text not null,
      icon_uri text not null,
      main_image_uri text not null,
      names jsonb not null,
      descriptions jsonb not null,
      rules jsonb not null,
      search_text text not null,
      search_terms text[] not null,
      members_count integer not null default 0
    ) with (fillfactor = 20)`.execute(db);
  await sql`create index communities_search on communities using gin (search_terms)`.execute(db);
  // The counts of a community in one language. A job computes all columns after `questions_count`.
  await sql`
    create table community_languages (
      community_pk bigint not null references communities (pk) on delete cascade,
      locale text not null,
      questions_count integer not null default 0,
      featured_count integer not null default 0,
      week_answers_count integer not null default 0,
      is_popular boolean not null default false,
      ranked_at timestamptz,
      primary key (community_pk, locale)
    )`.execute(db);
}

/** Creates the table with the number of members that two communities have in common; a job fills it. */
async function createSimilarities(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table similar_communities (
      community_pk bigint not null references communities (pk) on delete cascade,
      similar_pk bigint not null references communities (pk) on delete cascade,
      members_count integer not null,
      primary key (community_pk, similar_pk)
    )`.execute(db);
}

async function createMemberships(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column community_tutorial_status text not null default 'community_tutorial_not_started',
      add column is_receive_community_question boolean not null default true`.execute(db);
  // Each membership takes one of the account's three places, so that concurrent requests can't create a
  // fourth. `month_answers_count` counts the member's answers in the community in the last 30 days.
  await sql`
    create table community_members (
      community_pk bigint not null references communities (pk) on delete cascade,
      user_pk bigint not null references users (pk) on delete cascade,
      place smallint not null check (place between 1 and 3),
      joined_at timestamptz not null default now(),
      month_answers_count integer not null default 0,
      primary key (user_pk, place),
      unique (community_pk, user_pk)
    )`.execute(db);
  await sql`
    create index community_members_latest on community_members (community_pk, joined_at desc, user_pk)
  `.execute(db);
  await sql`
    create index community_members_active
    on community_members (community_pk, month_answers_count desc, user_pk)`.execute(db);
  await sql`
    create table community_mutes (
      user_pk bigint not null references users (pk) on delete cascade,
      community_pk bigint not null references communities (pk) on delete cascade,
      primary key (user_pk, community_pk)
    )`.execute(db);
}

async function createCommunityQuestions(db: Kysely<unknown>): Promise<void> {
  // A question of a community has no receiver. It is `shown`; `held`, if the site's word lists stop it; or
  // `deleted`: its sender removed the text after somebody had answered.
  // A row with a receiver and a community is the daily question in an inbox: a copy of the question in
  // `original_pk`.
  await sql`
    alter table questions
      alter column receiver_pk drop not null,
      add column community_pk bigint references communities (pk) on delete cascade,
      add column original_pk bigint references questions (pk) on delete cascade,
      drop constraint questions_status_check,
      add constraint questions_status_check check (status in
        ('unread', 'confirmed', 'hidden', 'held', 'reported', 'dropped', 'shown', 'deleted')),
      add constraint questions_addressed check (receiver_pk is not null or community_pk is not null),
      add constraint questions_copied check
        ((original_pk is not null) = (receiver_pk is not null and community_pk is not null))
  `.execute(db);
  await sql`
    create unique index questions_copied_once on questions (original_pk, receiver_pk)
    where original_pk is not null`.execute(db);

  // The columns of shown questions by which the lists of a community select and order them. `featured_rank`
  // is log2(answers + likes) + (hours from 1970 to `asked_hour`) / 48; null without an answer.
  await sql`
    create table community_questions (
      question_pk bigint primary key references questions (pk) on delete cascade,
      community_pk bigint not null references communities (pk) on delete cascade,
      locale text not null,
      asked_hour timestamptz not null,
      random_order integer not null,
      answers_count integer not null default 0,
      featured_rank double precision
    )`.execute(db);
  await sql`
    create index community_questions_in_language
    on community_questions (community_pk, locale, asked_hour desc, random_order) include (question_pk)
  `.execute(db);
  await sql`
    create index community_questions_in_all_languages
    on community_questions (community_pk, asked_hour desc, random_order) include (question_pk)
  `.execute(db);
  await sql`
    create index community_questions_featured
    on community_questions (community_pk, locale, featured_rank desc, random_order) include (question_pk)
    where featured_rank is not null`.execute(db);

  // The number of questions that were asked in each hour. With it, a list finds the hour in which a late page
  // begins without reading all questions of the earlier pages.
  await sql`
    create table community_hours (
      community_pk bigint not null references communities (pk) on delete cascade,
      locale text not null,
      asked_hour timestamptz not null,
      questions_count integer not null,
      primary key (community_pk, locale, asked_hour)
    )`.execute(db);
  await sql`
    create index community_hours_in_all_languages on community_hours (community_pk, asked_hour desc)
  `.execute(db);

  // Many people answer a question of a community, each of them once. Answers have the column `community_pk`,
  // so that an index can contain only the answers in communities.
  await sql`
    alter table answers
      drop constraint answers_question_pk_key,
      add column is_ad_default boolean not null default true,
      add column community_pk bigint references communities (pk) on delete cascade,
      add constraint answers_once_per_person unique (question_pk, answerer_pk)`.execute(db);
  await sql`create index answers_of_question on answers (question_pk, pk desc)`.execute(db);
  await sql`
    create index answers_in_communities on answers (answered_at)
    include (community_pk, question_pk, answerer_pk) where community_pk is not null`.execute(db);

  // Questions to a community have no pseudonym. Pseudonyms are for blocks, which only a receiver makes, and a
  // pseudonym for a community would link the questions of one sender.
  await sql`alter table sealed_senders alter column pseudonym drop not null`.execute(db);

  // Reports of questions (`answer_pk` is null) and answers, which are then hidden from the reporter.
  await sql`
    create table community_reports (
      reporter_pk bigint not null references users (pk) on delete cascade,
      question_pk bigint not null references questions (pk) on delete cascade,
      answer_pk bigint references answers (pk) on delete cascade,
      reported_hour timestamptz not null,
      unique nulls not distinct (reporter_pk, question_pk, answer_pk)
    )`.execute(db);
}
