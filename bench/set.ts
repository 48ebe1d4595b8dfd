// The statements that make a set, in their order. Few people get most of the questions and few
// answers most of the likes, as in life; a person's rows lie scattered, as they do after years.

/** $1: the people of the demo, who lend the many their names and introductions. */
export const characters = `
  create temp table characters as
  select row_number() over () - 1 as n, c.* from jsonb_to_recordset($1::jsonb) as c
    (account text, displaying_name text, self_introduction text, locale text)`;

/** $1: questions with their answers, to be asked again and again. */
export const texts = `
  create temp table texts as
  select row_number() over () - 1 as n, locale, body,
    coalesce(answer, 'ありがとう。考えておきますね。') as answer
  from jsonb_to_recordset($1::jsonb) as t (locale text, body text, answer text)`;

/** $1: how many. */
export const people = `
  insert into users (id, account, displaying_name, self_introduction, locale, created_at)
  select ${publicId()}, left(c.account, 13) || '_' || g.n, c.displaying_name, c.self_introduction,
    c.locale, now() - interval '2 years'
  from generate_series(1, $1::int) g (n)
  join characters c on c.n = g.n % (select count(*) from characters)
  order by g.n`;

/** $1: sender keys, first those of the people by their own key, then visitors. */
export const senders = `
  create temp table senders as
  select n - 1 as n, key from unnest($1::bytea[]) with ordinality as s (key, n)`;

/** $1 questions: $2 of them answered, $3 unread, the others hidden; to $4 people. */
export const asked = `
  create temp table asked as
  select ${publicId()} as uuid_hash, 1 + floor($4::int * random() ^ 2)::bigint as receiver_pk,
    case when shuffled <= $2::int then 'confirmed'
         when shuffled <= $2::int + $3::int then 'unread' else 'hidden' end as status,
    date_trunc('hour', now() - interval '2 years' * (1 - n / $1::float)) as asked_hour,
    floor(random() * (select count(*) from texts))::bigint as text_n,
    floor(random() * (select count(*) from senders))::bigint as sender_n,
    interval '2 days' * random() as thought,
    least(2000, floor(5 / sqrt(1 - random()) - 4.42))::int as likes_count
  from (select n, row_number() over (order by random()) as shuffled
        from generate_series(1, $1::int) n) drawn
  order by n`;

const questions = `
  insert into questions
    (uuid_hash, receiver_pk, status, body, locale, asked_hour, is_answered)
  select a.uuid_hash, a.receiver_pk, a.status, t.body, u.locale, a.asked_hour, a.status = 'confirmed'
  from asked a join texts t on t.n = a.text_n join users u on u.pk = a.receiver_pk
  order by a.asked_hour`;

const answers = `
  insert into answers (id, question_pk, answerer_pk, text, likes_count, answered_at)
  select ${publicId()}, q.pk, q.receiver_pk, t.answer, a.likes_count,
    least(now(), a.asked_hour + a.thought)
  from asked a join questions q using (uuid_hash) join texts t on t.n = a.text_n
  where a.status = 'confirmed'
  order by a.asked_hour + a.thought`;

const sent = `
  insert into sent_questions (question_pk, sender_key, answered_at)
  select q.pk, s.key, w.answered_at
  from asked a join questions q using (uuid_hash) join senders s on s.n = a.sender_n
  left join answers w on w.question_pk = q.pk
  order by q.pk`;

const likes = `
  insert into answer_likes (answer_pk, actor_key)
  select a.pk, s.key
  from answers a
  cross join generate_series(1, a.likes_count) g (n)
  join senders s on s.n = (a.pk * 7919 + g.n) % (select count(*) from senders)`;

const recount = `
  update users u set
    unread_questions_count = q.unread, confirmed_questions_count = q.confirmed,
    hidden_questions_count = q.hidden, answers_count = q.answers, answer_likes_count = q.likes
  from (
    select q.receiver_pk, count(*) filter (where status = 'unread') as unread,
      count(*) filter (where status = 'confirmed') as confirmed,
      count(*) filter (where status = 'hidden') as hidden,
      count(a.pk) as answers, coalesce(sum(a.likes_count), 0) as likes
    from questions q left join answers a on a.question_pk = q.pk
    group by q.receiver_pk
  ) q where q.receiver_pk = u.pk`;

export const content = [
  "analyze texts, senders, asked",
  questions,
  "analyze questions",
  answers,
  "analyze answers",
  sent,
  likes,
  recount,
];

/** $1: token hashes, the first for the person with key 1. */
export const sessions = `
  insert into sessions (token_hash, browser_id, user_pk, expires_at)
  select hash, gen_random_uuid(), pk, now() + interval '30 days'
  from unnest($1::bytea[]) with ordinality as s (hash, pk)`;

export const size = `
  select (select count(*) from users)::int as people, (select count(*) from questions)::int as questions,
    (select count(*) from answers)::int as answers, (select count(*) from answer_likes)::int as likes`;

/** 128 random bits as 22 characters. */
export function publicId(): string {
  return "left(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), 22)";
}
