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
    update community_languages l set questions_count = l.questions_count + 1 from listed_questions n
    where l.community_pk = n.community_pk and l.locale = n.locale
  ), updated_hours as (
    insert into community_hours (community_pk, locale, asked_hour, questions_count)
    select community_pk, locale, asked_hour, 1 from listed_questions
    on conflict (community_pk, locale, asked_hour)
      do update set questions_count = community_hours.questions_count + 1
  )`;

/** Builds the CTEs that remove a question from the lists of its community. The CTE `from` returns its key as `pk`. */
export const buildUnlistQuestionSql = (from: string) => `
  unlisted_question as (
    delete from community_questions l using ${from} u where l.question_pk = u.pk
    returning l.community_pk, l.locale, l.asked_hour
  ), updated_language as (
    update community_languages l set questions_count = l.questions_count - 1 from unlisted_question u
    where l.community_pk = u.community_pk and l.locale = u.locale
  ), updated_hour as (
    update community_hours h set questions_count = h.questions_count - 1 from unlisted_question u
    where h.community_pk = u.community_pk and h.locale = u.locale and h.asked_hour = u.asked_hour
  )`;
