/**
 * Builds the CTEs that add a question to the lists of its community; the CTE `from` returns at most one row.
 * `random_order` orders the questions of one hour, so that their order doesn't reveal when each was asked.
 */
export const buildListQuestionsSql = (from: string) => `
  listed_questions as (
    insert into community_questions (question_pk, community_pk, locale, asked_hour, random_order)
    select pk, community_pk, locale, asked_hour, floor(random() * 2147483647)::int from ${from}
    returning community_pk, locale, asked_hour
  ), updated_languages as (
    update community_languages language set questions_count = language.questions_count + 1 from listed_questions
    where language.community_pk = listed_questions.community_pk and language.locale = listed_questions.locale
  ), updated_hours as (
    insert into community_hours (community_pk, locale, asked_hour, questions_count)
    select community_pk, locale, asked_hour, 1 from listed_questions
    on conflict (community_pk, locale, asked_hour)
      do update set questions_count = community_hours.questions_count + 1
  )`;

/** Builds the CTEs that remove a question from the lists of its community. The CTE `from` returns its key as `pk`. */
export const buildUnlistQuestionSql = (from: string) => `
  unlisted_question as (
    delete from community_questions listed using ${from} removed where listed.question_pk = removed.pk
    returning listed.community_pk, listed.locale, listed.asked_hour
  ), updated_language as (
    update community_languages language set questions_count = language.questions_count - 1 from unlisted_question
    where language.community_pk = unlisted_question.community_pk and language.locale = unlisted_question.locale
  ), updated_hour as (
    update community_hours set questions_count = community_hours.questions_count - 1 from unlisted_question
    where community_hours.community_pk = unlisted_question.community_pk
      and community_hours.locale = unlisted_question.locale
      and community_hours.asked_hour = unlisted_question.asked_hour
  )`;
