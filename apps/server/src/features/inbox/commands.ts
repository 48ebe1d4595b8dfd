import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";

// What was answered can't become unanswered by moving it: from the bin it returns to the checked.
const move = statement<{ status: QuestionStatus }>(`
  with question as (
    select pk, receiver_pk, status, is_answered from questions
    where uuid_hash = $1 and receiver_pk = $2 and status in ('unread', 'confirmed', 'hidden')
    for update
  ), wanted as (
    select case when $3 = 'unread' and is_answered then 'confirmed' else $3 end as status
    from question
  ), moved as (
    update questions q set status = w.status, changed_at = now()
    from question o, wanted w where q.pk = o.pk and o.status <> w.status
    returning q.pk
  ), counted as (
    update users u set
      unread_questions_count = u.unread_questions_count
        + (w.status = 'unread')::int - (o.status = 'unread')::int,
      confirmed_questions_count = u.confirmed_questions_count
        + (w.status = 'confirmed')::int - (o.status = 'confirmed')::int,
      hidden_questions_count = u.hidden_questions_count
        + (w.status = 'hidden')::int - (o.status = 'hidden')::int
    from question o, wanted w, moved m where u.pk = o.receiver_pk
  )
  select status from wanted`);

/** Moves a received question and answers where it lies now. */
export async function moveQuestion(
  db: Db,
  uuid_hash: string,
  receiver_pk: number,
  status: QuestionStatus,
): Promise<QuestionStatus> {
  const [moved] = await move(db, uuid_hash, receiver_pk, status);
  if (!moved) throw new Failure("not_found");
  return moved.status;
}

// An answer that everybody reads does not go with its question's place in the inbox.
const empty = statement(`
  with gone as (
    delete from questions
    where status = 'hidden' and not is_answered and changed_at < now() - interval '30 days'
    returning receiver_pk, uuid_hash
  ), forgotten as (
    ${enqueueSql(["forget_cards"], "jsonb_build_object('uuid_hash', uuid_hash)", "gone")}
  )
  update users u set hidden_questions_count = u.hidden_questions_count - gone.count
  from (select receiver_pk, count(*)::int as count from gone group by receiver_pk) gone
  where u.pk = gone.receiver_pk`);

/** Deletes what has lain in the bin for more than 30 days. */
export async function emptyBins(db: Db): Promise<void> {
  await empty(db);
}
