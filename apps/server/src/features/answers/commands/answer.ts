import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";
import type { AnswerContent } from "../policy.ts";

interface Answered {
  made_now: boolean;
  earlier_id: string | null;
  earlier_text: string | null;
  earlier_option: number | null;
  /** The answered question first. */
  uuid_hashes: string[];
}

// The locks make questions that are being moved wait, so that each counter loses exactly what left.
// An unread question by the same stamp is answered along, but never without the one that was asked
// about; with an id of its own: 128 bits of which the database fills in 122 at random.
const answer = statement<Answered>(`
  with asked as (
    select q.pk, q.receiver_pk, q.stamp_id, exists (
        select 1 from answers a where a.question_pk = q.pk
      ) as is_answered, q.stamp_id is not null and u.is_batch_answer_to_stamp as is_batch
    from questions q join users u on u.pk = q.receiver_pk
    where q.uuid_hash = $1 and q.receiver_pk = $2 and q.status in ('unread', 'confirmed', 'hidden')
  ), question as (
    select q.pk, q.receiver_pk, q.uuid_hash, q.status, q.pk = o.pk as is_asked
    from questions q join asked o on q.receiver_pk = o.receiver_pk and (
      q.pk = o.pk or (o.is_batch and not o.is_answered and q.stamp_id = o.stamp_id
        and q.status = 'unread'))
    where q.status in ('unread', 'confirmed', 'hidden')
    order by q.pk
    for update of q
  ), first as (
    insert into answers (id, question_pk, answerer_pk, text, chosen_option)
    select $3, pk, receiver_pk, $4, $5 from question where is_asked
    on conflict do nothing
    returning question_pk, answerer_pk, answered_at
  ), along as (
    insert into answers (id, question_pk, answerer_pk, text, chosen_option)
    select translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_'),
      pk, receiver_pk, $4, $5 from question where not is_asked and exists (select 1 from first)
    on conflict do nothing
    returning question_pk, answerer_pk, answered_at
  ), answered as (
    select * from first union all select * from along
  ), moved as (
    update questions q set status = 'confirmed', is_answered = true, changed_at = a.answered_at
    from answered a where q.pk = a.question_pk
  ), sent as (
    update sent_questions s set answered_at = a.answered_at
    from answered a where s.question_pk = a.question_pk
  ), change as (
    select q.receiver_pk, count(*)::int as answers,
      count(*) filter (where q.status <> 'confirmed')::int as confirmed,
      count(*) filter (where q.status = 'unread')::int as unread,
      count(*) filter (where q.status = 'hidden')::int as hidden
    from question q join answered a on a.question_pk = q.pk group by q.receiver_pk
  ), counted as (
    update users u set
      answers_count = u.answers_count + c.answers,
      confirmed_questions_count = u.confirmed_questions_count + c.confirmed,
      unread_questions_count = u.unread_questions_count - c.unread,
      hidden_questions_count = u.hidden_questions_count - c.hidden
    from change c where u.pk = c.receiver_pk
  ), honoured as (
    ${enqueueSql(["earn_achievements"], "jsonb_build_object('user_pk', receiver_pk)", "change")}
  ), told as (
    ${enqueueSql(
      ["draw_card", "tell_new_answer"],
      "jsonb_build_object('uuid_hash', uuid_hash)",
      "question where pk in (select question_pk from answered)",
    )}
  )
  select exists (select 1 from answered n where n.question_pk = q.pk) as made_now,
    a.id as earlier_id, a.text as earlier_text, a.chosen_option as earlier_option,
    array(
      select o.uuid_hash from question o join answered n on n.question_pk = o.pk
      order by o.is_asked desc
    ) as uuid_hashes
  from question q left join answers a on a.question_pk = q.pk
  where q.is_asked`);

// What was answered along has the same moment to the microsecond.
const countAlong = statement<{ count: number }>(`
  select count(*)::int as count from answers a
  join answers same on same.answerer_pk = a.answerer_pk and same.answered_at = a.answered_at
  where a.id = $1`);

interface NewAnswer {
  id: string;
  question_id: string;
  content: AnswerContent;
  answerer_pk: number;
}

export interface Outcome {
  /** Empty when nothing changed. */
  uuid_hashes: string[];
  answered_count: number;
}

/** Answers a received question, once. A repeated call with the same id changes nothing. */
export async function answerQuestion(db: Db, given: NewAnswer): Promise<Outcome> {
  const { id, question_id, content, answerer_pk } = given;
  const values = [question_id, answerer_pk, id, content.text, content.chosen_option];
  let [answered] = await answer(db, ...values);
  // It was answered at this very moment: only a second look sees with what.
  if (answered && !answered.made_now && !answered.earlier_id)
    [answered] = await answer(db, ...values);
  if (!answered) throw new Failure("not_found");
  const { uuid_hashes, made_now, earlier_id, earlier_text, earlier_option } = answered;
  if (made_now) return { uuid_hashes, answered_count: uuid_hashes.length };
  if (earlier_id && earlier_id !== id) throw new Failure("already_answered");
  if (earlier_text !== content.text || earlier_option !== content.chosen_option)
    throw new Failure("key_reused");
  const [along] = await countAlong(db, id);
  return { uuid_hashes: [], answered_count: along?.count ?? 1 };
}
