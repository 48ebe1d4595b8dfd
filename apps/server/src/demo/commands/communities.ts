import { readFile } from "node:fs/promises";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { millisecondsPerDay, millisecondsPerHour } from "#platform/durations.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { rankCommunities } from "../../features/communities/commands/rank.ts";
import { createSenderColumns } from "../sender.ts";

/** The questions of each community in one language. */
type CommunityTexts = Record<string, { body: string; answers: string[] }[]>;

interface DemoPerson {
  account: string;
  locale: string;
}

// Each account joins three communities; `n` and `place` decide which, so that all communities get members.
const insertMembers = statement(
  "demo.insertCommunityMembers",
  `
  with numbered_users as (
    select pk, (row_number() over (order by pk))::int as n from users
  ), numbered_communities as (
    select pk, (row_number() over (order by position))::int - 1 as n, (count(*) over ())::int as total
    from communities
  ), new_members as (
    insert into community_members (community_pk, user_pk, place, joined_at)
    select numbered_communities.pk, numbered_users.pk, membership.place,
      date_trunc('day', now() - make_interval(hours => numbered_users.n * 7 + membership.place), 'UTC')
    from numbered_users, generate_series(1, 3) membership (place), numbered_communities
    where numbered_communities.n = (numbered_users.n * 5 + membership.place * 4) % numbered_communities.total
    on conflict do nothing
    returning community_pk
  )
  update communities c set members_count = counted.count
  from (select community_pk, count(*)::int as count from new_members group by community_pk) counted
  where c.pk = counted.community_pk`,
);

// Inserts questions to communities with their answers, likes and sealed senders, and adds the questions
// to the lists and counts of their communities.
const insertQuestions = statement(
  "demo.insertCommunityQuestions",
  `
  with given_questions as (
    select given.*, c.pk as community_pk from jsonb_to_recordset(:questions::jsonb) as given
      (uuid_hash text, community_id text, body text, locale text, asked_hour timestamptz, tag text,
       sender text, answers_count int)
    join communities c on c.id = given.community_id
  ), new_questions as (
    insert into questions (uuid_hash, community_pk, type, body, locale, asked_hour, status, is_answered)
    select uuid_hash, community_pk, 'text', body, locale, asked_hour, 'shown', answers_count > 0
    from given_questions order by asked_hour
    returning pk, uuid_hash, community_pk, locale, asked_hour
  ), new_sent_questions as (
    insert into sent_questions (tag, question_pk)
    select decode(given.tag, 'hex'), new_questions.pk from new_questions join given_questions given using (uuid_hash)
  ), new_sealed_senders as (
    insert into sealed_senders (question_pk, sender, sealed_on)
    select new_questions.pk, decode(given.sender, 'hex'), current_date
    from new_questions join given_questions given using (uuid_hash)
  ), listed_questions as (
    insert into community_questions
      (question_pk, community_pk, locale, asked_hour, random_order, answers_count)
    select new_questions.pk, new_questions.community_pk, new_questions.locale, new_questions.asked_hour,
      floor(random() * 2147483647)::int, given.answers_count
    from new_questions join given_questions given using (uuid_hash)
  ), counted_hours as (
    insert into community_hours (community_pk, locale, asked_hour, questions_count)
    select community_pk, locale, asked_hour, count(*) from new_questions group by 1, 2, 3
  ), counted_languages as (
    update community_languages language set questions_count = counted.count
    from (
      select community_pk, locale, count(*)::int as count from new_questions group by 1, 2
    ) counted
    where language.community_pk = counted.community_pk and language.locale = counted.locale
  ), given_answers as (
    select * from jsonb_to_recordset(:answers::jsonb) as given
      (id text, uuid_hash text, account text, text text, answered_at timestamptz, likes int)
  ), new_answers as (
    insert into answers
      (id, question_pk, answerer_pk, community_pk, text, likes_count, answered_at)
    select given_answers.id, new_questions.pk, u.pk, new_questions.community_pk, given_answers.text,
      given_answers.likes, given_answers.answered_at
    from given_answers join new_questions using (uuid_hash) join users u on u.account = given_answers.account
    order by given_answers.answered_at
    returning pk, likes_count
  )
  insert into answer_likes (answer_pk, actor_key)
  select new_answers.pk, decode(md5('liker ' || number), 'hex')
  from new_answers, generate_series(1, new_answers.likes_count) number`,
);

/** Fills the communities with members, questions and answers in every language. */
export async function populateCommunities(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  people: readonly DemoPerson[],
): Promise<void> {
  await insertMembers(db, {});
  for (const locale of locales) {
    const accounts = people
      .filter((person) => person.locale === locale)
      .map(({ account }) => account);
    await populateLanguage(db, secrets, locale, accounts);
  }
  await rankCommunities(db);
}

async function populateLanguage(
  db: Db,
  secrets: Services["secrets"],
  locale: Locale,
  accounts: readonly string[],
): Promise<void> {
  const file = new URL(`../communities/${locale}.json`, import.meta.url);
  const texts = JSON.parse(await readFile(file, "utf8")) as CommunityTexts;
  const demoQuestions = Object.entries(texts).flatMap(([community_id, questions]) =>
    questions.map((question) => ({ ...question, community_id })),
  );
  const questions = demoQuestions.map(({ body, answers, community_id }, questionIndex) => {
    const uuid_hash = createPublicId();
    // The pseudonym is not used, because a question to a community has no receiver.
    const { tag, sender } = createSenderColumns(secrets, { uuid_hash }, 0);
    return {
      question: {
        uuid_hash,
        community_id,
        body,
        locale,
        tag,
        sender,
        asked_hour: floorToHour(
          new Date(Date.now() - spreadOver(12 * millisecondsPerDay, questionIndex)),
        ),
        answers_count: Math.min(answers.length, accounts.length),
      },
      answers: answers.slice(0, accounts.length),
    };
  });
  const answers = questions.flatMap(({ question, answers }, questionIndex) =>
    answers.map((text, answerIndex) => {
      const askedAt = question.asked_hour.getTime();
      // An answer every 4.5 hours, but none in the future.
      const delay = Math.min(Date.now() - askedAt, (answerIndex + 1) * 5 * millisecondsPerHour);
      return {
        id: createPublicId(),
        uuid_hash: question.uuid_hash,
        // The factors here and in `likes` have no meaning; they only make the values differ.
        account: accounts[(questionIndex + answerIndex) % accounts.length],
        text,
        answered_at: new Date(askedAt + delay * 0.9),
        likes: (questionIndex * 3 + answerIndex * 5) % 8,
      };
    }),
  );
  await insertQuestions(db, {
    questions: JSON.stringify(questions.map(({ question }) => question)),
    answers: JSON.stringify(answers),
  });
}

/**
 * Returns a number below `range` for each index. Multiples of the golden ratio modulo 1 are spread
 * evenly, without a visible pattern.
 */
const spreadOver = (range: number, index: number) => ((index * goldenRatio) % 1) * range;

const goldenRatio = 0.618;
