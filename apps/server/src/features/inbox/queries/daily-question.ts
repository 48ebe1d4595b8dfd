import { retentionDays } from "@toibako/contract/privacy.ts";
import { type Row, statement } from "#platform/database/statement.ts";

/** Accounts that have not visited the site for this many days get no daily questions. */
const maxDaysAway = 7;

/** SQL condition: the account `u` has not got today's community question yet, and may get it. */
export const receivesTodaySql = `
  u.is_receive_community_question and u.left_at is null and u.active_on > current_date - ${maxDaysAway}
  and u.community_question_on is distinct from current_date`;

/**
 * Selects, in the order of their keys, the next accounts that get a community question today, with their own
 * words.
 */
export const selectReceivers = statement(
  "inbox.selectDailyReceivers",
  `
  select u.pk, array(select word from ng_words where user_pk = u.pk order by pk) as "words!"
  from users u
  where u.pk > :last_pk and ${receivesTodaySql}
    and exists (select from community_members membership where membership.user_pk = u.pk)
  order by u.pk limit :limit`,
);

export type DailyReceiver = Row<"inbox.selectDailyReceivers">;

/** The daily question is chosen from this many featured and this many newest questions of a community. */
const maxSearched = 200;

// The statement must provide the account as `u` and one of its communities as `member`. A question is sent
// for as many days as copies are kept. Otherwise an account could get it again after its copy was deleted.
const buildBestQuestionSql = (order: string, condition = "true") => `
  select listed.question_pk from (
    select * from community_questions
    where community_pk = member.community_pk and locale = u.locale and ${condition}
    order by ${order} limit ${maxSearched}
  ) listed
  where listed.asked_hour >= now() - interval '${retentionDays.community_question} days'
    and not exists (
      select from answers a where a.question_pk = listed.question_pk and a.answerer_pk = u.pk
    )
    and not exists (
      select from questions copy where copy.original_pk = listed.question_pk and copy.receiver_pk = u.pk
    )
    and not exists (
      select from community_reports report
      where report.reporter_pk = u.pk and report.question_pk = listed.question_pk and report.answer_pk is null
    )
    and not exists (
      select from unnest(:held_question_pks::bigint[], :held_user_pks::bigint[]) as held (question_pk, user_pk)
      where held.question_pk = listed.question_pk and held.user_pk = u.pk
    )
  order by ${order} limit 1`;

/**
 * Selects the question that each of these accounts gets today: the best featured question, or else the newest
 * one, of the community whose turn it is. The communities of an account take turns day by day: the call of
 * `mod` counts the days until it is the turn of a community, and 2026-01-01 is an arbitrary day to count
 * from. If today's community has no question, the next one with a question is chosen. `held_question_pks` and
 * `held_user_pks` are arrays of equal length: the pairs of a question and an account that are left out,
 * because the account's own words hold the question.
 */
export const selectDailyQuestions = statement(
  "inbox.selectDailyQuestions",
  `
  select u.pk as user_pk, q.pk as question_pk, q.body
  from users u
  cross join lateral (
    select found.question_pk
    from (
      select membership.community_pk, row_number() over (order by membership.place) - 1 as turn,
        count(*) over () as total
      from community_members membership
      where membership.user_pk = u.pk and not exists (
        select from community_mutes muted
        where muted.user_pk = u.pk and muted.community_pk = membership.community_pk
      )
    ) member
    cross join lateral (
      select featured.question_pk, 1 as preference
      from (${buildBestQuestionSql("featured_rank desc, random_order", "featured_rank is not null")}) featured
      union all
      select newest.question_pk, 2
      from (${buildBestQuestionSql("asked_hour desc, random_order")}) newest
    ) found
    order by
      mod(member.turn + member.total - mod(current_date - date '2026-01-01', member.total), member.total),
      found.preference
    limit 1
  ) best
  join questions q on q.pk = best.question_pk
  where u.pk = any(:user_pks::bigint[])`,
);

export type DailyQuestion = Row<"inbox.selectDailyQuestions">;
