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
    select c.pk, u.pk, p.place, now() - make_interval(hours => u.n * 7 + p.place)
    from numbered_users u, generate_series(1, 3) p (place), numbered_communities c
    where c.n = (u.n * 5 + p.place * 4) % c.total
    on conflict do nothing
    returning community_pk
  )
  update communities c set members_count = n.count
  from (select community_pk, count(*)::int as count from new_members group by community_pk) n
  where c.pk = n.community_pk`,
);

// Inserts questions to communities with their answers, likes and sealed senders, and adds the questions
// to the lists and counts of their communities.
const insertQuestions = statement(
  "demo.insertCommunityQuestions",
  `
  with given_questions as (
    select g.*, c.pk as community_pk from jsonb_to_recordset(:questions::jsonb) as g
      (uuid_hash text, community_id text, body text, locale text, asked_hour timestamptz, tag text,
       sender text, answers_count int)
    join communities c on c.id = g.community_id
  ), new_questions as (
    insert into questions (uuid_hash, community_pk, type, body, locale, asked_hour, status, is_answered)
    select uuid_hash, community_pk, 'text', body, locale, asked_hour, 'shown', answers_count > 0
    from given_questions order by asked_hour
    returning pk, uuid_hash, community_pk, locale, asked_hour
  ), new_sent_questions as (
    insert into sent_questions (tag, question_pk)
    select decode(g.tag, 'hex'), q.pk from new_questions q join given_questions g using (uuid_hash)
  ), new_sealed_senders as (
    insert into sealed_senders (question_pk, sender, sealed_on)
    select q.pk, decode(g.sender, 'hex'), current_date
    from new_questions q join given_questions g using (uuid_hash)
  ), listed_questions as (
    insert into community_questions
      (question_pk, community_pk, locale, asked_hour, random_order, answers_count)
    select q.pk, q.community_pk, q.locale, q.asked_hour, floor(random() * 2147483647)::int,
      g.answers_count
    from new_questions q join given_questions g using (uuid_hash)
  ), counted_hours as (
    insert into community_hours (community_pk, locale, asked_hour, questions_count)
    select community_pk, locale, asked_hour, count(*) from new_questions group by 1, 2, 3
  ), counted_languages as (
    update community_languages l set questions_count = n.count
    from (
      select community_pk, locale, count(*)::int as count from new_questions group by 1, 2
    ) n
    where l.community_pk = n.community_pk and l.locale = n.locale
  ), given_answers as (
    select * from jsonb_to_recordset(:answers::jsonb) as g
      (id text, uuid_hash text, account text, text text, answered_at timestamptz, likes int)
  ), new_answers as (
    insert into answers
      (id, question_pk, answerer_pk, community_pk, text, likes_count, answered_at)
    select g.id, q.pk, u.pk, q.community_pk, g.text, g.likes, g.answered_at
    from given_answers g join new_questions q using (uuid_hash) join users u on u.account = g.account
    order by g.answered_at
    returning pk, likes_count
  )
  insert into answer_likes (answer_pk, actor_key)
  select a.pk, decode(md5('liker ' || n), 'hex')
  from new_answers a, generate_series(1, a.likes_count) n`,
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
