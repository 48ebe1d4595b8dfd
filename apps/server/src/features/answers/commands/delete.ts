import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";

interface Deleted {
  uuid_hash: string;
  sender_key: Buffer | null;
}

// The question is locked before its answer, as answering and moving do: each counter changes by
// what is really deleted. A like that is under way either counts before, or finds no answer.
const remove = statement<Deleted>(`
  with question as (
    select q.pk, q.uuid_hash, q.receiver_pk, q.status from questions q
    where q.pk = (select question_pk from answers where id = $1 and answerer_pk = $2)
    for update
  ), gone as (
    delete from answers a using question q where a.question_pk = q.pk and a.id = $1
    returning a.id, a.likes_count, q.pk as question_pk, q.uuid_hash, q.receiver_pk, q.status
  ), waiting as (
    update questions q set status = 'unread', is_answered = false, changed_at = now()
    from gone g where q.pk = g.question_pk
  ), unsent as (
    update sent_questions s set answered_at = null
    from gone g where s.question_pk = g.question_pk
    returning s.sender_key
  ), counted as (
    update users u set
      answers_count = u.answers_count - 1,
      answer_likes_count = u.answer_likes_count - g.likes_count,
      unread_questions_count = u.unread_questions_count + (g.status <> 'unread')::int,
      confirmed_questions_count = u.confirmed_questions_count - (g.status = 'confirmed')::int,
      hidden_questions_count = u.hidden_questions_count - (g.status = 'hidden')::int
    from gone g where u.pk = g.receiver_pk
  ), untold as (
    delete from notices n using gone g where n.owner_key in (select sender_key from unsent)
      and n.kind = 'new_answer' and n.subject = g.uuid_hash
  ), unliked as (
    delete from notices n using gone g where n.owner_key = $3
      and n.kind = 'new_answer_like' and n.subject = g.id
  ), forgotten as (
    ${enqueueSql(["forget_cards"], "jsonb_build_object('uuid_hash', uuid_hash)", "gone")}
  )
  select uuid_hash, (select sender_key from unsent) as sender_key from gone`);

/**
 * Deletes an answer with its likes, notices and pictures; its question is unread again. Answers
 * which question that is, and whose list it left.
 */
export async function deleteAnswer(
  db: Db,
  id: string,
  answerer_pk: number,
  answerer_key: Buffer,
): Promise<Deleted> {
  const [deleted] = await remove(db, id, answerer_pk, answerer_key);
  if (!deleted) throw new Failure("not_found");
  return deleted;
}
