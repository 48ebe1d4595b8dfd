import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

/** The hours after which an answer and a like count half as much for the order of the featured questions. */
const featuredHalfLifeHours = 48;

/** How many communities of each language are popular. */
const popularCommunities = 10;

// With a half-life, the order of two questions never changes while nobody answers or likes: it is that of
// log2(answers + likes) + hours of asking / half-life. So a rank holds as long as its counts, and only those of the
// last weeks are counted again; an older question would need 2^7 times as many to be among the first.
const updateRanks = statement(
  "communities.updateRanks",
  `
  with counts as (
    select l.question_pk, l.asked_hour, count(*) + sum(a.likes_count) as total
    from community_questions l join answers a on a.question_pk = l.question_pk
    where l.asked_hour >= now() - interval '14 days'
    group by l.question_pk
  ), ranks as (
    select l.question_pk, case when c.total > 0 then
        log(2.0, c.total)::double precision
          + extract(epoch from l.asked_hour)::double precision / 3600 / ${featuredHalfLifeHours}
      end as featured_rank
    from community_questions l left join counts c on c.question_pk = l.question_pk
    where l.asked_hour >= now() - interval '14 days'
  )
  update community_questions l set featured_rank = r.featured_rank from ranks r
  where l.question_pk = r.question_pk and l.featured_rank is distinct from r.featured_rank`,
);

const updateLanguages = statement(
  "communities.updateLanguages",
  `
  with week_answers as (
    select l.community_pk, l.locale, count(*)::int as answers
    from answers a join community_questions l on l.question_pk = a.question_pk
    where a.community_pk is not null and a.answered_at >= now() - interval '7 days'
    group by l.community_pk, l.locale
  ), featured as (
    select community_pk, locale, count(*)::int as questions
    from community_questions where featured_rank is not null group by community_pk, locale
  ), counted as (
    select l.community_pk, l.locale, coalesce(w.answers, 0) as week_answers_count,
      coalesce(f.questions, 0) as featured_count,
      w.answers > 0 and row_number() over (
        partition by l.locale order by w.answers desc nulls last, c.members_count desc, c.position
      ) <= ${popularCommunities} as is_popular
    from community_languages l
    join communities c on c.pk = l.community_pk
    left join week_answers w on w.community_pk = l.community_pk and w.locale = l.locale
    left join featured f on f.community_pk = l.community_pk and f.locale = l.locale
  )
  update community_languages l set
    week_answers_count = n.week_answers_count, featured_count = n.featured_count,
    is_popular = coalesce(n.is_popular, false), ranked_at = now()
  from counted n where l.community_pk = n.community_pk and l.locale = n.locale`,
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
  update community_members m set month_answers_count = coalesce(n.answers, 0)
  from community_members old
  left join month_answers n on n.community_pk = old.community_pk and n.user_pk = old.user_pk
  where m.user_pk = old.user_pk and m.place = old.place
    and m.month_answers_count <> coalesce(n.answers, 0)`,
);

const updateSimilarities = statement(
  "communities.updateSimilarities",
  `
  with pairs as (
    select here.community_pk, there.community_pk as similar_pk, count(*)::int as members_count
    from community_members here
    join community_members there
      on there.user_pk = here.user_pk and there.community_pk <> here.community_pk
    where here.joined_at >= now() - interval '30 days'
    group by here.community_pk, there.community_pk
  ), outdated as (
    delete from similar_communities s where not exists (
      select from pairs p where p.community_pk = s.community_pk and p.similar_pk = s.similar_pk
    )
  )
  insert into similar_communities (community_pk, similar_pk, members_count)
  select * from pairs
  on conflict (community_pk, similar_pk) do update set members_count = excluded.members_count`,
);

/** Computes what communities are ranked by: featured questions, popularity, active members and similarity. */
export async function rankCommunities(db: Db): Promise<void> {
  await updateRanks(db, {});
  await updateLanguages(db, {});
  await updateMembers(db, {});
  await updateSimilarities(db, {});
}
