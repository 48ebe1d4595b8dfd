import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import { createPublicId, type Secrets } from "#platform/identity/secrets.ts";
import { createSender } from "../sender.ts";
import held from "./questions.json" with { type: "json" };

const insertHeldQuestions = statement(
  "demo.insertHeldQuestions",
  `
  with given as (
    select g.*, u.pk as receiver_pk, u.locale from jsonb_to_recordset(:questions::jsonb) as g
      (uuid_hash text, word_id text, account text, body text, asked_hour timestamptz,
       held_by jsonb, tag text, sender text, pseudonym text)
    join users u on u.account = g.account
  ), new_words as (
    insert into ng_words (id, user_pk, word)
    select word_id, receiver_pk, held_by->>'word' from given where held_by->>'kind' = 'own_ng_word'
  ), new_questions as (
    insert into questions (uuid_hash, receiver_pk, status, body, locale, asked_hour, held_by)
    select uuid_hash, receiver_pk, 'held', body, locale, asked_hour, held_by from given
    returning pk, uuid_hash, receiver_pk
  ), updated_counts as (
    update users u set held_questions_count = q.count
    from (select receiver_pk, count(*)::int as count from new_questions group by receiver_pk) q
    where u.pk = q.receiver_pk
  ), new_sealed_senders as (
    insert into sealed_senders (question_pk, sender, pseudonym, sealed_on)
    select q.pk, decode(g.sender, 'hex'), decode(g.pseudonym, 'hex'), current_date
    from new_questions q join given g using (uuid_hash)
  )
  insert into sent_questions (tag, question_pk)
  select decode(g.tag, 'hex'), q.pk from new_questions q join given g using (uuid_hash)`,
);

/** Inserts held questions, and the words of their receivers that hold them. */
export async function populateHeld(
  db: Db,
  secrets: Secrets,
  pk_of: ReadonlyMap<string, number>,
): Promise<void> {
  const questions = held.map(({ days_ago, ...question }) => {
    const uuid_hash = createPublicId();
    return {
      ...question,
      uuid_hash,
      word_id: createPublicId(),
      asked_hour: floorToHour(new Date(Date.now() - days_ago * millisecondsPerDay)),
      ...createSender(secrets, { uuid_hash }, pk_of.get(question.account) ?? 0),
    };
  });
  await insertHeldQuestions(db, { questions: JSON.stringify(questions) });
}
