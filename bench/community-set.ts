// The statements that fill the first community of a data set, in their order, and make people members of
// up to three communities.
import { featuredHalfLifeHours } from "../apps/server/src/features/communities/commands/rank.ts";
import { signedInCount } from "./people.ts";
import { buildPublicIdSql } from "./set.ts";

/**
 * Creates the table `community_asked` with $1 questions, with up to four answers each; at least four of five are
 * in Japanese.
 */
export const createCommunityAsked = `
  create temp table community_asked as
  select number as n, ${buildPublicIdSql()} as uuid_hash, random() < 0.8 as is_japanese,
    date_trunc('hour', now() - interval '2 years' * (1 - number / $1::float)) as asked_hour,
    floor(random() * (select count(*) from texts))::bigint as text_n,
    floor(random() * 5)::int as answers_count
  from generate_series(1, $1::int) number`;

const insertQuestions = `
  insert into questions
    (uuid_hash, community_pk, status, body, locale, asked_hour, is_answered)
  select asked.uuid_hash, first_community.pk, 'shown', texts.body,
    case when asked.is_japanese then 'ja' else texts.locale end, asked.asked_hour, asked.answers_count > 0
  from community_asked asked join texts on texts.n = asked.text_n,
    (select pk from communities order by position limit 1) first_community
  order by asked.n`;

// Accounts with sessions have no answers: the measured requests use these accounts, which can answer
// each question once. The two primes spread the answers over the other accounts. An answer has about one
// like on average.
const insertAnswers = `
  insert into answers
    (id, question_pk, answerer_pk, community_pk, text, likes_count, answered_at)
  select ${buildPublicIdSql()}, q.pk,
    1 + ${signedInCount} + (asked.n * 7919::bigint + answer.number * 104729) % (counted.people - ${signedInCount}),
    q.community_pk, texts.answer, least(200, floor(1 / sqrt(1 - random()) - 0.42))::int, answer.answered_at
  from community_asked asked
  join questions q using (uuid_hash)
  join texts on texts.n = asked.text_n
  cross join (select count(*) as people from users) counted
  cross join lateral (
    select number, least(now(), asked.asked_hour + interval '2 days' * random()) as answered_at
    from generate_series(1, asked.answers_count) number
  ) answer
  order by answer.answered_at`;

const listQuestions = `
  insert into community_questions
    (question_pk, community_pk, locale, asked_hour, random_order, answers_count, featured_rank)
  select q.pk, q.community_pk, q.locale, q.asked_hour, floor(random() * 2147483647)::int, count(a.pk),
    log(2.0, nullif(count(a.pk) + sum(a.likes_count), 0))::double precision
      + extract(epoch from q.asked_hour)::double precision / 3600 / ${featuredHalfLifeHours}
  from questions q left join answers a on a.question_pk = q.pk
  where q.community_pk is not null
  group by q.pk, q.community_pk, q.locale, q.asked_hour
  order by q.pk`;

const countHours = `
  insert into community_hours (community_pk, locale, asked_hour, questions_count)
  select community_pk, locale, asked_hour, count(*) from community_questions group by 1, 2, 3`;

const countLanguages = `
  update community_languages language set questions_count = counted.count
  from (
    select community_pk, locale, count(*) as count from community_questions group by 1, 2
  ) counted
  where language.community_pk = counted.community_pk and language.locale = counted.locale`;

export const communitySteps = [
  "analyze texts, community_asked, users",
  insertQuestions,
  "analyze questions",
  insertAnswers,
  "analyze answers",
  listQuestions,
  countHours,
  countLanguages,
];

// The first communities have the most members. Nobody with a session is a member, so that the measured
// calls can join. `offset 0` makes PostgreSQL draw the position of a community once for each membership.
const insertMembers = `
  insert into community_members (community_pk, user_pk, place, joined_at)
  select numbered.pk, drawn.user_pk, drawn.place, drawn.joined_at
  from (
    select u.pk as user_pk, place, now() - interval '2 years' * random() as joined_at,
      1 + floor(total * random() ^ 2)::int as position
    from users u, generate_series(1, 3) place, (select count(*) as total from communities) counted
    where u.pk > ${signedInCount}
    offset 0
  ) drawn
  join (select pk, row_number() over (order by position) as position from communities) numbered
    using (position)
  on conflict do nothing`;

const countMembers = `
  update communities c set members_count = counted.count
  from (select community_pk, count(*) as count from community_members group by 1) counted
  where c.pk = counted.community_pk`;

const countAnswers = `
  update users u set
    answers_count = u.answers_count + counted.answers, answer_likes_count = u.answer_likes_count + counted.likes
  from (
    select answerer_pk, count(*) as answers, sum(likes_count) as likes
    from answers where community_pk is not null group by 1
  ) counted
  where u.pk = counted.answerer_pk`;

/** Run these after the counts of all accounts are set. */
export const memberSteps = [insertMembers, countMembers, countAnswers];
