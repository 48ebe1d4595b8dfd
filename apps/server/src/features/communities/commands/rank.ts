import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { maxFeaturedQuestions } from "../queries/questions.ts";

/** The number of hours after which the answers and likes of a question count half as much for its rank. */
const featuredHalfLifeHours = 48;

/** The maximum number of popular communities in each language. */
const maxPopularCommunities = 10;

/** Questions that are older than this are not ranked again. */
const rankedDays = 14;

/** SQL expression: the rank of the question `listed`. `counts.weight` is log2(answers + likes). */
const rankSql = `
  counts.weight + extract(epoch from listed.asked_hour)::double precision / 3600 / ${featuredHalfLifeHours}`;

// Featured questions are ordered by (answers + likes) * 0.5 ^ (age / half-life). The rank is log2(answers + likes)
// + asked_hour / half-life: it gives the same order, but doesn't change with the age, only with answers and likes.
// Questions older than `rankedDays` are not ranked again, because they would need 2^7 times as many answers and
// likes as a new question to be listed first. `offset 0`, here and below, is an optimisation fence: without it,
// PostgreSQL reads all questions to find the answered ones.
const updateRanks = statement(
  "communities.updateRanks",
  `
  with counts as (
    select question_pk, log(2.0, count(*) + sum(likes_count))::double precision as weight
    from answers
    where community_pk is not null and answered_at >= now() - interval '${rankedDays} days'
    group by question_pk
  ), changed_ranks as (
    select listed.question_pk, ${rankSql} as featured_rank
    from counts cross join lateral (
      select * from community_questions where question_pk = counts.question_pk offset 0
    ) listed
    where listed.asked_hour >= now() - interval '${rankedDays} days'
      and listed.featured_rank is distinct from ${rankSql}
  ), unranked_questions as (
    update community_questions set featured_rank = null
    where asked_hour >= now() - interval '${rankedDays} days' and featured_rank is not null
      and answers_count = 0
  )
  update community_questions listed set featured_rank = changed_ranks.featured_rank
  from changed_ranks where listed.question_pk = changed_ranks.question_pk`,
);

const updateLanguages = statement(
  "communities.updateLanguages",
  `
  with week_answers as (
    select a.community_pk, listed.locale, count(*)::int as answers
    from answers a cross join lateral (
      select locale from community_questions where question_pk = a.question_pk offset 0
    ) listed
    where a.community_pk is not null and a.answered_at >= now() - interval '7 days'
    group by a.community_pk, listed.locale
  ), language_counts as (
    select language.community_pk, language.locale, coalesce(week_answers.answers, 0) as week_answers_count,
      (
        select count(*)::int from (
          select from community_questions featured
          where featured.community_pk = language.community_pk and featured.locale = language.locale
            and featured.featured_rank is not null
          limit ${maxFeaturedQuestions}
        ) listed
      ) as featured_count,
      week_answers.answers > 0 and row_number() over (
        partition by language.locale order by week_answers.answers desc nulls last, c.members_count desc, c.position
      ) <= ${maxPopularCommunities} as is_popular
    from community_languages language
    join communities c on c.pk = language.community_pk
    left join week_answers on week_answers.community_pk = language.community_pk
      and week_answers.locale = language.locale
  )
  update community_languages language set
    week_answers_count = language_counts.week_answers_count, featured_count = language_counts.featured_count,
    is_popular = coalesce(language_counts.is_popular, false), ranked_at = now()
  from language_counts
  where language.community_pk = language_counts.community_pk
    and language.locale = language_counts.locale`,
);

const updateMembers = statement(
  "communities.updateMembers",
  `
  with month_answers as (
    select community_pk, answerer_pk as user_pk, count(*)::int as answers
    from answers
    where community_pk is not null and answered_at >= now() - interval '30 days'
    group by community_pk, answerer_pk
  )
  update community_members membership set month_answers_count = coalesce(month_answers.answers, 0)
  from community_members counted
  left join month_answers on month_answers.community_pk = counted.community_pk
    and month_answers.user_pk = counted.user_pk
  where membership.user_pk = counted.user_pk and membership.place = counted.place
    and membership.month_answers_count <> coalesce(month_answers.answers, 0)`,
);

// Counts, for each pair of communities, the accounts that joined the first in the last 30 days and are members of the
// second.
const updateSimilarities = statement(
  "communities.updateSimilarities",
  `
  with pairs as (
    select recent.community_pk, other.community_pk as similar_pk, count(*)::int as members_count
    from community_members recent
    join community_members other
      on other.user_pk = recent.user_pk and other.community_pk <> recent.community_pk
    where recent.joined_at >= now() - interval '30 days'
    group by recent.community_pk, other.community_pk
  ), deleted_outdated_pairs as (
    delete from similar_communities where not exists (
      select from pairs where pairs.community_pk = similar_communities.community_pk
        and pairs.similar_pk = similar_communities.similar_pk
    )
  )
  insert into similar_communities (community_pk, similar_pk, members_count)
  select * from pairs
  on conflict (community_pk, similar_pk) do update set members_count = excluded.members_count`,
);

/** Ranks questions, communities and members, and computes which communities are similar. */
export async function rankCommunities(db: Db): Promise<void> {
  await updateRanks(db, {});
  await updateLanguages(db, {});
  await updateMembers(db, {});
  await updateSimilarities(db, {});
}
