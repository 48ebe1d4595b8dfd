// The statements that create a data set, in their order. As in production, few accounts get most of the
// questions and few answers most of the likes, and the rows of an account are scattered.

/** $1: the people of the demo, whose names and introductions are used for all accounts. */
export const createCharacters = `
  create temp table characters as
  select row_number() over () - 1 as n, given.* from jsonb_to_recordset($1::jsonb) as given
    (account text, displaying_name text, self_introduction text, locale text)`;

/** $1: the texts of questions with their answers, which are repeated. */
export const createTexts = `
  create temp table texts as
  select row_number() over () - 1 as n, locale, body,
    coalesce(answer, 'ありがとう。考えておきますね。') as answer
  from jsonb_to_recordset($1::jsonb) as given (locale text, body text, answer text)`;

/** $1: the number of accounts. */
export const insertPeople = `
  insert into users (id, account, displaying_name, self_introduction, locale, created_at)
  select ${buildPublicIdSql()}, left(characters.account, 13) || '_' || account_number.n,
    characters.displaying_name, characters.self_introduction, characters.locale,
    now() - interval '2 years'
  from generate_series(1, $1::int) account_number (n)
  join characters on characters.n = account_number.n % (select count(*) from characters)
  order by account_number.n`;

/** $1: the number of senders. */
export const createSenders = `
  create temp table senders as
  select number - 1 as n, uuid_send(gen_random_uuid()) as actor_key from generate_series(1, $1::int) number`;

/**
 * $1 questions to $4 accounts: $2 questions are answered, $3 unread, the others hidden. An answer has $5 likes on
 * average, a few answers have up to 2,000.
 */
export const createAsked = `
  create temp table asked as
  select ${buildPublicIdSql()} as uuid_hash, 1 + floor($4::int * random() ^ 2)::bigint as receiver_pk,
    case when status_order <= $2::int then 'confirmed'
         when status_order <= $2::int + $3::int then 'unread' else 'hidden' end as status,
    date_trunc('hour', now() - interval '2 years' * (1 - number / $1::float)) as asked_hour,
    floor(random() * (select count(*) from texts))::bigint as text_n,
    interval '2 days' * random() as thinking_time,
    least(2000, floor($5::float / sqrt(1 - random()) - ($5::float - 0.58)))::int as likes_count
  from (select number, row_number() over (order by random()) as status_order
        from generate_series(1, $1::int) number) drawn
  order by number`;

const insertQuestions = `
  insert into questions
    (uuid_hash, receiver_pk, status, body, locale, asked_hour, is_answered)
  select asked.uuid_hash, asked.receiver_pk, asked.status, texts.body, u.locale, asked.asked_hour,
    asked.status = 'confirmed'
  from asked join texts on texts.n = asked.text_n join users u on u.pk = asked.receiver_pk
  order by asked.asked_hour`;

const insertAnswers = `
  insert into answers (id, question_pk, answerer_pk, text, likes_count, answered_at)
  select ${buildPublicIdSql()}, q.pk, q.receiver_pk, texts.answer, asked.likes_count,
    least(now(), asked.asked_hour + asked.thinking_time)
  from asked join questions q using (uuid_hash) join texts on texts.n = asked.text_n
  where asked.status = 'confirmed'
  order by asked.asked_hour + asked.thinking_time`;

// The prime spreads the likes of the answers over the senders.
const insertLikes = `
  insert into answer_likes (answer_pk, actor_key)
  select a.pk, senders.actor_key
  from answers a
  cross join generate_series(1, a.likes_count) given_like (n)
  join senders on senders.n = (a.pk * 7919 + given_like.n) % (select count(*) from senders)`;

const updateCounts = `
  update users u set
    unread_questions_count = counted.unread, confirmed_questions_count = counted.confirmed,
    hidden_questions_count = counted.hidden, answers_count = counted.answers, answer_likes_count = counted.likes
  from (
    select q.receiver_pk, count(*) filter (where status = 'unread') as unread,
      count(*) filter (where status = 'confirmed') as confirmed,
      count(*) filter (where status = 'hidden') as hidden,
      count(a.pk) as answers, coalesce(sum(a.likes_count), 0) as likes
    from questions q left join answers a on a.question_pk = q.pk
    group by q.receiver_pk
  ) counted where counted.receiver_pk = u.pk`;

export const insertSteps = [
  "analyze texts, senders, asked",
  insertQuestions,
  "analyze questions",
  insertAnswers,
  "analyze answers",
  insertLikes,
  updateCounts,
];

/**
 * Stores bytes of the length of sealed senders, which nobody can unseal. `offset 0` lets PostgreSQL compute
 * each hash once, and not for each use.
 */
export const insertSealedSenders = [
  `insert into sealed_senders (question_pk, sender, address, pseudonym, sealed_on)
   select pk, substr(bytes || bytes, 1, 92), substr(bytes || bytes, 1, 76), substr(bytes, 1, 16),
     current_date
   from (select pk, sha512(int8send(pk)) as bytes from questions offset 0) hashed`,
  // The server rewrites this table in the order of its keys once a day.
  `insert into sent_questions (tag, question_pk)
   select uuid_send(gen_random_uuid()) as tag, pk from questions order by tag`,
];

/** $1: token hashes, the first for the account with key 1. */
export const insertSessions = `
  insert into sessions (token_hash, browser_id, user_pk, expires_at)
  select hash, gen_random_uuid(), pk, now() + interval '30 days'
  from unnest($1::bytea[]) with ordinality as given (hash, pk)`;

/** Returns an SQL expression for a random id of 22 characters, as long as a `PublicId`. */
function buildPublicIdSql(): string {
  return "left(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), 22)";
}
