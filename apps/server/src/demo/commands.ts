import { readFile } from "node:fs/promises";
import { hash } from "@node-rs/argon2";
import { defaultTimeZones } from "@toibako/contract/dates.ts";
import type { HeldRule } from "@toibako/contract/filters.ts";
import type { QuestionType } from "@toibako/contract/items.ts";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { awardAchievements } from "../features/achievements/commands.ts";
import { findEarnedKinds } from "../features/achievements/policy.ts";
import { indexMissingNames } from "../features/friends/commands/index-names.ts";
import { rankRecommendedAnswers } from "../features/friends/commands/recommended-answers.ts";
import {
  sendFollowerNoticeJob,
  sendQuestionNoticeJob,
} from "../features/notices/job-definitions.ts";
import { firstGroups } from "../features/stamps/first-groups.ts";
import { populateCommunities } from "./commands/communities.ts";
import { populateFollowersOnX } from "./commands/followers-on-x.ts";
import { populateRoomMessages } from "./commands/room-messages.ts";
import { populateRooms } from "./commands/rooms.ts";
import held from "./held.json" with { type: "json" };
import people from "./people.json" with { type: "json" };
import { createSenderColumns } from "./sender.ts";
import stampsAndChoices from "./stamps-and-choices.json" with { type: "json" };

export interface DemoQuestion {
  account: string;
  /** Missing for a stamp, which has its own text. */
  body?: string;
  stamp_id?: string;
  options?: string[];
  answer?: string;
  /** The index of the chosen option, from 0. */
  chosen_option?: number;
  days_ago: number;
  likes?: number;
  /** Missing for an answered question and for a held one. */
  status?: string;
  held_by?: HeldRule;
}

/** The password of every demo account. */
export const demoPassword = "toibako-demo";

const selectAnyUser = statement("demo.selectAnyUser", "select pk from users limit 1");

const insertUsers = statement(
  "demo.insertUsers",
  `
  insert into users
    (id, account, displaying_name, self_introduction, locale, card_theme, password_hash,
     icon_url, time_zone, tutorial_status, sign_up_complete)
  select given.*, 'fifth_step', true from jsonb_to_recordset(:users::jsonb) as given
    (id text, account text, displaying_name text, self_introduction text, locale text,
     card_theme text, password_hash text, icon_url text, time_zone text)
  returning pk, account`,
);

// Inserts questions with their answers, likes and sealed senders. For questions that are held by an own
// word, inserts that word for the receiver.
const insertQuestions = statement(
  "demo.insertQuestions",
  `
  with given_questions as (
    select given.*, u.pk as receiver_pk from jsonb_to_recordset(:questions::jsonb) as given
      (uuid_hash text, account text, body text, locale text, status text, asked_hour timestamptz,
       answer_id text, answer text, answered_at timestamptz, tag text, sender text, pseudonym text,
       likes int, type text, stamp_id text, options text[], chosen_option int, held_by jsonb,
       word_id text)
    join users u on u.account = given.account
  ), new_words as (
    insert into ng_words (id, user_pk, word)
    select word_id, receiver_pk, held_by->>'word' from given_questions where held_by->>'kind' = 'own_ng_word'
  ), new_questions as (
    insert into questions
      (uuid_hash, receiver_pk, status, body, locale, asked_hour, is_answered, type, stamp_id,
       options, held_by)
    select uuid_hash, receiver_pk, status, body, locale, asked_hour, answer is not null, type,
      stamp_id, options, held_by
    from given_questions
    order by asked_hour returning pk, uuid_hash
  ), new_sent_questions as (
    insert into sent_questions (tag, question_pk)
    select decode(given.tag, 'hex'), new_questions.pk from new_questions join given_questions given using (uuid_hash)
  ), new_sealed_senders as (
    insert into sealed_senders (question_pk, sender, pseudonym, sealed_on)
    select new_questions.pk, decode(given.sender, 'hex'), decode(given.pseudonym, 'hex'), current_date
    from new_questions join given_questions given using (uuid_hash)
  ), new_answers as (
    insert into answers
      (id, question_pk, answerer_pk, text, likes_count, answered_at, chosen_option)
    select given.answer_id, new_questions.pk, given.receiver_pk, given.answer, given.likes, given.answered_at,
      given.chosen_option
    from new_questions join given_questions given using (uuid_hash) where given.answer is not null
    order by given.answered_at returning pk, likes_count
  )
  insert into answer_likes (answer_pk, actor_key)
  select new_answers.pk, decode(md5('liker ' || number), 'hex')
  from new_answers, generate_series(1, new_answers.likes_count) number`,
);

// Each account follows the first account of its language, and of the others those that are 1, 2 and 5 places
// behind it in the circle of accounts with its language. So some of those that it follows also follow it.
const insertFollows = statement(
  "demo.insertFollows",
  `
  with numbered_accounts as (
    select pk, row_number() over (partition by locale order by pk) as n,
      count(*) over (partition by locale) as accounts_count, locale
    from users
  )
  insert into follows (follower_pk, followed_pk, followed_at)
  select follower.pk, followed.pk, now() - (follower.n * 5 + followed.n) * interval '1 hour'
  from numbered_accounts follower
  join numbered_accounts followed on followed.locale = follower.locale and followed.pk <> follower.pk
    and (
      (followed.n - follower.n + follower.accounts_count) % follower.accounts_count in (1, 2, 5)
      or followed.n = 1
    )`,
);

// Enqueues notices of the unread questions and the follows of the last day.
const enqueueNotices = statement(
  "demo.enqueueNotices",
  `
  with question_jobs as (
    ${enqueueSql(
      [sendQuestionNoticeJob],
      "questions where status = 'unread' and asked_hour > now() - interval '1 day'",
    )}
  )
  ${enqueueSql([sendFollowerNoticeJob], "follows where followed_at > now() - interval '1 day'")}`,
);

// Sets each count of every account to the number of rows that it counts.
const updateCounts = statement(
  "demo.updateCounts",
  `
  update users u set
    follows_count = (select count(*) from follows where follower_pk = u.pk),
    followers_count = (select count(*) from follows where followed_pk = u.pk),
    unread_questions_count = (
      select count(*) from questions where receiver_pk = u.pk and status = 'unread'),
    confirmed_questions_count = (
      select count(*) from questions where receiver_pk = u.pk and status = 'confirmed'),
    hidden_questions_count = (
      select count(*) from questions where receiver_pk = u.pk and status = 'hidden'),
    held_questions_count = (
      select count(*) from questions where receiver_pk = u.pk and status = 'held'),
    answers_count = (select count(*) from answers where answerer_pk = u.pk),
    answer_likes_count = (
      select coalesce(sum(likes_count), 0) from answers where answerer_pk = u.pk)`,
);

const selectCounts = statement(
  "demo.selectCounts",
  `
  select pk, answers_count as answers, answer_likes_count as likes,
    exists (
      select from answers where answerer_pk = users.pk and community_pk is not null
    )::int as "community_answers!"
  from users`,
);

const markAchievementsShown = statement(
  "demo.markAchievementsShown",
  "update achievements set shown_at = earned_at",
);

/** Inserts the achievements of the demo accounts as already shown. */
async function populateAchievements(db: Db): Promise<void> {
  for (const { pk, ...counts } of await selectCounts(db, {})) {
    await awardAchievements(db, pk, findEarnedKinds(counts));
  }
  await markAchievementsShown(db, {});
}

/**
 * Fills an empty database with thirty accounts and their questions; does nothing if the database has
 * an account.
 */
export async function storeDemoData({ db, secrets, config }: Services): Promise<void> {
  if ((await selectAnyUser(db, {})).length > 0) return;
  const password_hash = await hash(demoPassword);
  const users = people.map((person) => ({
    ...person,
    id: createPublicId(),
    password_hash,
    time_zone: person.time_zone ?? defaultTimeZones[person.locale as Locale],
  }));
  const inserted = await insertUsers(db, { users: JSON.stringify(users) });
  const pkByAccount = new Map(inserted.map(({ account, pk }) => [account, pk]));
  for (const locale of locales) {
    const demoQuestions = await readQuestions(locale);
    const questions = demoQuestions.map((demoQuestion) => {
      const question = toRow(demoQuestion, locale);
      const receiver_pk = pkByAccount.get(demoQuestion.account);
      if (receiver_pk === undefined) throw new Error(`no demo account ${demoQuestion.account}`);
      return { ...question, ...createSenderColumns(secrets, question, receiver_pk) };
    });
    await insertQuestions(db, { questions: JSON.stringify(questions) });
  }
  await populateCommunities({ db, secrets }, people);
  await populateRooms(db);
  await insertFollows(db, {});
  await populateFollowersOnX({ db, secrets, config });
  await populateRoomMessages(db);
  await updateCounts(db, {});
  await populateAchievements(db);
  await rankRecommendedAnswers(db);
  await indexMissingNames(db);
  await enqueueNotices(db, {});
}

async function readQuestions(locale: Locale): Promise<DemoQuestion[]> {
  const file = new URL(`./${locale}.json`, import.meta.url);
  const texts = JSON.parse(await readFile(file, "utf8")) as DemoQuestion[];
  const accounts = people
    .filter((person) => person.locale === locale)
    .map(({ account }) => account);
  return [
    ...texts,
    ...stampsAndChoices.filter((question) => question.locale === locale),
    ...(held as DemoQuestion[]).filter(({ account }) => accounts.includes(account)),
  ];
}

const firstStamps = firstGroups.flatMap(({ stamps }) => stamps);

function toRow(question: DemoQuestion, locale: Locale) {
  const { account, stamp_id, options, answer, chosen_option, days_ago, held_by } = question;
  const stamp = firstStamps.find(({ id }) => id === stamp_id);
  const body = question.body ?? stamp?.texts[locale] ?? "";
  const askedAt = Date.now() - days_ago * millisecondsPerDay;
  // An answer is given at most two days after its question, and sooner after a recent one, so that no
  // answer is in the future. The delay depends on the length of the question, so that delays differ.
  const answeredAt =
    askedAt + Math.min(2, days_ago * 0.8) * millisecondsPerDay * ((body.length % 9) / 10 + 0.1);
  return {
    uuid_hash: createPublicId(),
    account,
    body,
    locale,
    type: getQuestionType(question),
    stamp_id,
    options,
    likes: answer === undefined ? 0 : (question.likes ?? 0),
    status: held_by ? "held" : (question.status ?? "confirmed"),
    ...(held_by && { held_by, word_id: createPublicId() }),
    asked_hour: floorToHour(new Date(askedAt)),
    ...(answer !== undefined && {
      answer,
      chosen_option,
      answer_id: createPublicId(),
      answered_at: new Date(answeredAt),
    }),
  };
}

function getQuestionType({ stamp_id, options }: DemoQuestion): QuestionType {
  if (stamp_id) return "stamp";
  return options ? "choose" : "text";
}
