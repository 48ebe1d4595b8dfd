import { readFile } from "node:fs/promises";
import { hash } from "@node-rs/argon2";
import type { QuestionType } from "@toibako/contract/items.ts";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { hourOf } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { enqueueSql } from "#platform/jobs.ts";
import { publicId } from "#platform/secrets.ts";
import type { Services } from "#platform/services.ts";
import { earnAchievements } from "../features/achievements/commands.ts";
import { earnedBy } from "../features/achievements/policy.ts";
import { findStamp } from "../features/stamps/groups.ts";
import { populateHeld } from "./held/commands.ts";
import kinds from "./kinds.json" with { type: "json" };
import people from "./people.json" with { type: "json" };

interface DemoQuestion {
  account: string;
  /** Left out where a stamp speaks. */
  body?: string;
  stamp_id?: string;
  options?: string[];
  answer?: string;
  /** By its place, from 0. */
  chosen_option?: number;
  days_ago: number;
  likes?: number;
  status?: string;
}

/** Everybody of the demo signs in with this. */
const demoPassword = "toibako-demo";

const day = 86_400_000;

const anybody = statement("select 1 from users limit 1");

const insertPeople = statement(`
  insert into users
    (id, account, displaying_name, self_introduction, locale, password_hash, tutorial_status)
  select p.*, 'fifth_step' from jsonb_to_recordset($1::jsonb) as p
    (id text, account text, displaying_name text, self_introduction text, locale text,
     password_hash text)`);

const insertQuestions = statement(`
  with given as (
    select g.*, u.pk as receiver_pk from jsonb_to_recordset($1::jsonb) as g
      (uuid_hash text, account text, body text, locale text, status text, asked_hour timestamptz,
       answer_id text, answer text, answered_at timestamptz, sender_key text, likes int,
       type text, stamp_id text, options text[], chosen_option int)
    join users u on u.account = g.account
  ), asked as (
    insert into questions
      (uuid_hash, receiver_pk, status, body, locale, asked_hour, is_answered, type, stamp_id,
       options)
    select uuid_hash, receiver_pk, status, body, locale, asked_hour, answer is not null, type,
      stamp_id, options
    from given
    order by asked_hour returning pk, uuid_hash
  ), sent as (
    insert into sent_questions (question_pk, sender_key, answered_at)
    select a.pk, decode(g.sender_key, 'hex'), g.answered_at
    from asked a join given g using (uuid_hash)
  ), answered as (
    insert into answers
      (id, question_pk, answerer_pk, text, likes_count, answered_at, chosen_option)
    select g.answer_id, a.pk, g.receiver_pk, g.answer, g.likes, g.answered_at, g.chosen_option
    from asked a join given g using (uuid_hash) where g.answer is not null
    order by g.answered_at returning pk, likes_count
  )
  insert into answer_likes (answer_pk, actor_key)
  select a.pk, decode(md5('liker ' || n), 'hex') from answered a, generate_series(1, a.likes_count) n`);

// Everybody follows a few of those who speak their language; some of them follow back.
const insertFollows = statement(`
  with numbered as (
    select pk, row_number() over (partition by locale order by pk) as n,
      count(*) over (partition by locale) as people, locale
    from users
  )
  insert into follows (follower_pk, followed_pk, followed_at)
  select a.pk, b.pk, now() - (a.n * 5 + b.n) * interval '1 hour'
  from numbered a
  join numbered b on b.locale = a.locale and b.pk <> a.pk
    and ((b.n - a.n + a.people) % a.people in (1, 2, 5) or b.n = 1)`);

// The young questions that wait, and who follows since yesterday, are told of as they would have been.
const tell = statement(`
  with told as (
    ${enqueueSql(
      ["tell_new_question"],
      "jsonb_build_object('uuid_hash', uuid_hash)",
      "questions where status = 'unread' and asked_hour > now() - interval '1 day'",
    )}
  )
  ${enqueueSql(
    ["tell_new_follower"],
    "jsonb_build_object('follower_pk', follower_pk, 'followed_pk', followed_pk)",
    "follows where followed_at > now() - interval '1 day'",
  )}`);

const recount = statement(`
  update users u set
    follows_count = (select count(*) from follows where follower_pk = u.pk),
    followers_count = (select count(*) from follows where followed_pk = u.pk),
    unread_questions_count = (
      select count(*) from questions where receiver_pk = u.pk and status = 'unread'),
    confirmed_questions_count = (
      select count(*) from questions where receiver_pk = u.pk and status = 'confirmed'),
    hidden_questions_count = (
      select count(*) from questions where receiver_pk = u.pk and status = 'hidden'),
    answers_count = (select count(*) from answers where answerer_pk = u.pk),
    answer_likes_count = (
      select coalesce(sum(likes_count), 0) from answers where answerer_pk = u.pk)`);

const counted = statement<{ pk: number; answers: number; likes: number }>(`
  select pk, answers_count as answers, answer_likes_count as likes from users`);
const celebrate = statement("update achievements set shown_at = earned_at");

/** What they reached long ago has been celebrated. */
async function populateAchievements(db: Db): Promise<void> {
  for (const { pk, ...counts } of await counted(db)) {
    await earnAchievements(db, pk, earnedBy(counts));
  }
  await celebrate(db);
}

/** Fills an empty database with thirty people and what they were asked; leaves any other alone. */
export async function populate({ db, secrets }: Services): Promise<void> {
  if ((await anybody(db)).length > 0) return;
  const password_hash = await hash(demoPassword);
  const made = people.map(({ likes_weight: _, ...person }) => ({
    ...person,
    id: publicId(),
    password_hash,
  }));
  await insertPeople(db, JSON.stringify(made));
  for (const locale of locales) {
    const rows = await questionsOf(locale);
    const senders = people.length * 3;
    const given = rows.map((row, index) => ({
      ...toRow(row, locale),
      sender_key: secrets.visitorKey(`demo:${(index * 7) % senders}`).toString("hex"),
    }));
    await insertQuestions(db, JSON.stringify(given));
  }
  await populateHeld(db, secrets);
  await insertFollows(db);
  await recount(db);
  await populateAchievements(db);
  await tell(db);
}

async function questionsOf(locale: Locale): Promise<DemoQuestion[]> {
  const file = new URL(`./${locale}.json`, import.meta.url);
  const texts = JSON.parse(await readFile(file, "utf8")) as DemoQuestion[];
  return [...texts, ...kinds.filter((kind) => kind.locale === locale)];
}

function toRow(question: DemoQuestion, locale: Locale) {
  const { account, stamp_id, options, answer, chosen_option, days_ago, status } = question;
  const body = question.body ?? findStamp(stamp_id ?? "")?.texts[locale] ?? "";
  const asked = Date.now() - days_ago * day;
  // Answers follow within two days, sooner for young questions.
  const answered = asked + Math.min(2, days_ago * 0.8) * day * ((body.length % 9) / 10 + 0.1);
  return {
    uuid_hash: publicId(),
    account,
    body,
    locale,
    type: typeOf(question),
    stamp_id,
    options,
    likes: answer === undefined ? 0 : (question.likes ?? 0),
    status: status ?? "confirmed",
    asked_hour: hourOf(new Date(asked)),
    ...(answer !== undefined && {
      answer,
      chosen_option,
      answer_id: publicId(),
      answered_at: new Date(answered),
    }),
  };
}

function typeOf({ stamp_id, options }: DemoQuestion): QuestionType {
  if (stamp_id) return "stamp";
  return options ? "choose" : "text";
}
