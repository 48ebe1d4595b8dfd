import { statement } from "#platform/database/statement.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { deleteCardsJob } from "../../cards/job-definitions.ts";
import { deleteAnswerNoticesJob } from "../../notices/job-definitions.ts";
import { findItemPages } from "../queries.ts";

// Locks the question before its answer, as answering and moving do, so that each counter changes by
// the rows really deleted. A concurrent like is either counted before or finds no answer.
const deleteRow = statement(
  "answers.deleteAnswer",
  `
  with question as (
    select q.pk, q.uuid_hash, q.receiver_pk, q.status from questions q
    where q.pk = (select question_pk from answers where id = :id and answerer_pk = :answerer_pk)
    for update
  ), deleted_answer as (
    delete from answers a using question q where a.question_pk = q.pk and a.id = :id
    returning a.likes_count, q.pk as question_pk, q.uuid_hash, q.receiver_pk, q.status
  ), unread_question as (
    update questions q
    set status = 'unread', is_answered = false, changed_hour = date_trunc('hour', now())
    from deleted_answer d where q.pk = d.question_pk
  ), updated_counts as (
    update users u set
      answers_count = u.answers_count - 1,
      answer_likes_count = u.answer_likes_count - d.likes_count,
      unread_questions_count = u.unread_questions_count + (d.status <> 'unread')::int,
      confirmed_questions_count = u.confirmed_questions_count - (d.status = 'confirmed')::int,
      hidden_questions_count = u.hidden_questions_count - (d.status = 'hidden')::int
    from deleted_answer d where u.pk = d.receiver_pk
  ), deleted_like_notices as (
    delete from notices where tag = :like_notices_tag and exists (select from deleted_answer)
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob, deleteAnswerNoticesJob], "deleted_answer")}
  )
  select uuid_hash from deleted_answer`,
);

/**
 * Deletes an answer with its likes, notices and pictures, and makes its question unread again. A job
 * deletes the notices of the question's sender.
 */
export async function deleteAnswer(
  services: Services,
  { user, identity }: SignedIn,
  id: string,
): Promise<void> {
  const { db, secrets, bus } = services;
  const like_notices_tag = secrets.noticeTag(identity, "new_answer_like", id);
  const [deleted] = await deleteRow(db, { id, answerer_pk: user.pk, like_notices_tag });
  if (!deleted) throw new Failure("not_found");
  publishCounts(services, identity);
  // The page of each answered question also lists the other answers.
  const paths = await findItemPages(db, user);
  bus.publish("pages", { paths: [`/q/${deleted.uuid_hash}`, ...paths] });
}
