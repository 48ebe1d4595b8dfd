import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";

interface Answered {
  uuid_hash: string;
  made_now: boolean;
  earlier_id: string | null;
  earlier_text: string | null;
}

// The lock makes a question that is being moved wait, so that each counter loses exactly one.
const answer = statement<Answered>(`
  with question as (
    select pk, receiver_pk, uuid_hash, status from questions
    where uuid_hash = $1 and receiver_pk = $2 and status in ('unread', 'confirmed', 'hidden')
    for update
  ), answered as (
    insert into answers (id, question_pk, answerer_pk, text)
    select $3, pk, receiver_pk, $4 from question
    on conflict do nothing
    returning question_pk, answered_at
  ), moved as (
    update questions q set status = 'confirmed', is_answered = true, changed_at = a.answered_at
    from answered a where q.pk = a.question_pk
  ), sent as (
    update sent_questions s set answered_at = a.answered_at
    from answered a where s.question_pk = a.question_pk
  ), counted as (
    update users u set
      answers_count = u.answers_count + 1,
      confirmed_questions_count = u.confirmed_questions_count + (q.status <> 'confirmed')::int,
      unread_questions_count = u.unread_questions_count - (q.status = 'unread')::int,
      hidden_questions_count = u.hidden_questions_count - (q.status = 'hidden')::int
    from question q, answered a where u.pk = q.receiver_pk
  ), drawn as (
    ${enqueueSql(
      ["draw_card", "tell_new_answer"],
      "jsonb_build_object('uuid_hash', uuid_hash)",
      "question where exists (select 1 from answered)",
    )}
  )
  select q.uuid_hash, exists (select 1 from answered) as made_now,
    a.id as earlier_id, a.text as earlier_text
  from question q left join answers a on a.question_pk = q.pk`);

interface NewAnswer {
  id: string;
  question_id: string;
  /** Normalised and checked. */
  text: string;
  answerer_pk: number;
}

/** Answers a received question, once. A repeated call with the same id changes nothing. */
export async function answerQuestion(db: Db, { id, question_id, text, answerer_pk }: NewAnswer) {
  const values = [question_id, answerer_pk, id, text];
  let [answered] = await answer(db, ...values);
  // It was answered at this very moment: only a second look sees with what.
  if (answered && !answered.made_now && !answered.earlier_id)
    [answered] = await answer(db, ...values);
  if (!answered) throw new Failure("not_found");
  const { uuid_hash, made_now, earlier_id, earlier_text } = answered;
  if (made_now) return uuid_hash;
  if (earlier_id && earlier_id !== id) throw new Failure("already_answered");
  if (earlier_text !== text) throw new Failure("key_reused");
  return uuid_hash;
}
