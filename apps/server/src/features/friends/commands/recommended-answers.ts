import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

/** Hours after which a like counts half as much in the rank of recommended answers. */
const halfLifeHours = 48;

/**
 * Number of stored answers for each language: so many that some remain for an account that follows hundreds of
 * answerers, whose answers are left out.
 */
const answersPerLanguage = 500;

/** Age of the oldest recommended answers in days. */
const maxAgeDays = 7;

// The rank is log2(likes + 1) + (hour of answering / half-life). Time alone doesn't change the order of two answers, so
// only likes update stored ranks.
const updateRecommended = statement(
  "friends.updateRecommended",
  `
  with best_answer_of_each_answerer as (
    select distinct on (q.locale, a.answerer_pk) a.pk, a.answerer_pk, q.locale,
      log(2.0, a.likes_count + 1)::double precision
        + extract(epoch from a.answered_at)::double precision / 3600 / ${halfLifeHours} as rank
    from answers a
    join questions q on q.pk = a.question_pk
    join users u on u.pk = a.answerer_pk
    where a.answered_at >= now() - interval '${maxAgeDays} days' and a.is_ad_default and q.is_ad_default
      and not q.is_welcome and q.status <> 'deleted' and u.left_at is null
    order by q.locale, a.answerer_pk, rank desc, a.pk desc
  ), best_answers as (
    select * from (
      select *, row_number() over (partition by locale order by rank desc, pk) as position
      from best_answer_of_each_answerer
    ) ranked where position <= ${answersPerLanguage}
  ), deleted_outdated_answers as (
    delete from recommended_answers
    where not exists (select from best_answers where best_answers.pk = recommended_answers.answer_pk)
  )
  insert into recommended_answers (answer_pk, answerer_pk, locale, rank)
  select pk, answerer_pk, locale, rank from best_answers
  on conflict (answer_pk) do update set rank = excluded.rank
  where recommended_answers.rank <> excluded.rank`,
);

/** Stores the answers that are now the best ones of each language, in place of the previous ones. */
export async function rankRecommendedAnswers(db: Db): Promise<void> {
  await updateRecommended(db, {});
}
