import { hourOf } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { publicId, type Secrets } from "#platform/secrets.ts";
import held from "./questions.json" with { type: "json" };

const day = 86_400_000;

const insertHeld = statement(`
  with given as (
    select g.*, u.pk as receiver_pk, u.locale from jsonb_to_recordset($1::jsonb) as g
      (uuid_hash text, word_id text, account text, body text, asked_hour timestamptz,
       held_by jsonb, sender_key text)
    join users u on u.account = g.account
  ), words as (
    insert into ng_words (id, user_pk, word)
    select word_id, receiver_pk, held_by->>'word' from given where held_by->>'kind' = 'own_ng_word'
  ), asked as (
    insert into questions (uuid_hash, receiver_pk, status, body, locale, asked_hour, held_by)
    select uuid_hash, receiver_pk, 'held', body, locale, asked_hour, held_by from given
    returning pk, uuid_hash, receiver_pk
  ), counted as (
    update users u set held_questions_count = a.count
    from (select receiver_pk, count(*)::int as count from asked group by receiver_pk) a
    where u.pk = a.receiver_pk
  )
  insert into sent_questions (question_pk, sender_key)
  select a.pk, decode(g.sender_key, 'hex') from asked a join given g using (uuid_hash)`);

/** What the filters of some people hold, with the words of their own that do. */
export async function populateHeld(db: Db, secrets: Secrets): Promise<void> {
  const given = held.map(({ days_ago, ...question }, index) => ({
    ...question,
    uuid_hash: publicId(),
    word_id: publicId(),
    asked_hour: hourOf(new Date(Date.now() - days_ago * day)),
    sender_key: secrets.visitorKey(`demo:held:${index}`).toString("hex"),
  }));
  await insertHeld(db, JSON.stringify(given));
}
