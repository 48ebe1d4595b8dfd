import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { deleteCardsJob } from "../../cards/job-definitions.ts";
import { listQuestionPages, pagesWithSamples } from "../../communities/queries/associated.ts";
import { buildUnansweredCopiesSql, unansweredCopyCountsSql } from "../../inbox/commands/copies.ts";
import { deleteAnswerNoticesJob } from "../../notices/job-definitions.ts";
import { listItemPages } from "../queries.ts";

// Locks the question before its answer, like the statements that answer a question or move it to the bin, so
// that its status can't change before the counters are updated. A simultaneous like is either counted before,
// or finds no answer.
const deleteInboxAnswer = statement(
  "answers.deleteAnswer",
  `
  with question as (
    select q.pk, q.uuid_hash, q.receiver_pk, q.status from questions q
    where q.pk = (
      select question_pk from answers
      where id = :id and answerer_pk = :answerer_pk and community_pk is null
    )
    for update
  ), deleted_answer as (
    delete from answers a using question where a.question_pk = question.pk and a.id = :id
    returning a.likes_count, question.pk as question_pk, question.uuid_hash, question.receiver_pk, question.status
  ), unread_question as (
    update questions q
    set status = 'unread', is_answered = false, changed_hour = date_trunc('hour', now())
    from deleted_answer where q.pk = deleted_answer.question_pk
  ), updated_counts as (
    update users u set
      answers_count = u.answers_count - 1,
      answer_likes_count = u.answer_likes_count - deleted_answer.likes_count,
      unread_questions_count = u.unread_questions_count + (deleted_answer.status <> 'unread')::int,
      confirmed_questions_count = u.confirmed_questions_count - (deleted_answer.status = 'confirmed')::int,
      hidden_questions_count = u.hidden_questions_count - (deleted_answer.status = 'hidden')::int
    from deleted_answer where u.pk = deleted_answer.receiver_pk
  ), deleted_like_notices as (
    delete from received_notices
    where user_pk = :answerer_pk and kind = 'new_answer_like' and subject = :id
      and exists (select from deleted_answer)
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob, deleteAnswerNoticesJob], "deleted_answer")}
  )
  select uuid_hash from deleted_answer`,
);

// A report of the question, which decides what happens to its copy, waits for this lock.
const lockAnswered = statement(
  "answers.lockAnsweredQuestion",
  `
  select pk from questions
  where pk = (
    select question_pk from answers
    where id = :id and answerer_pk = :answerer_pk and community_pk is not null
  )
  for no key update`,
);

// The question keeps its status. `community_questions.answers_count`, which changes only while the question is
// locked, tells whether the question has other answers.
export const deleteCommunityAnswer = statement(
  "answers.deleteCommunityAnswer",
  `
  with question as (
    select q.pk, q.uuid_hash, q.community_pk, q.status from questions q
    where q.pk = (
      select question_pk from answers
      where id = :id and answerer_pk = :answerer_pk and community_pk is not null
    )
  ), deleted_answer as (
    delete from answers a using question where a.question_pk = question.pk and a.id = :id
    returning a.likes_count, a.answerer_pk, question.pk as question_pk, question.uuid_hash,
      question.community_pk, question.status
  ), listed_question as (
    update community_questions listed set answers_count = listed.answers_count - 1
    from deleted_answer where listed.question_pk = deleted_answer.question_pk
    returning listed.question_pk, listed.answers_count
  ), unanswered_question as (
    update questions q set is_answered = false
    from listed_question where q.pk = listed_question.question_pk and listed_question.answers_count = 0
  ), ${buildUnansweredCopiesSql("deleted_answer")}, updated_counts as (
    update users u set
      answers_count = u.answers_count - 1,
      answer_likes_count = u.answer_likes_count - deleted_answer.likes_count,
      ${unansweredCopyCountsSql}
    from deleted_answer where u.pk = deleted_answer.answerer_pk
  ), deleted_like_notices as (
    delete from received_notices
    where user_pk = :answerer_pk and kind = 'new_answer_like' and subject = :id
      and exists (select from deleted_answer)
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob, deleteAnswerNoticesJob], "deleted_answer")}
  )
  select deleted_answer.uuid_hash, deleted_answer.status, community.id as community_id, community.category_id
  from deleted_answer join communities community on community.pk = deleted_answer.community_pk`,
);

// A separate statement, so that it sees the simultaneous deletions of other answers that are committed by now. A
// question with copies is deleted by the job that deletes the copies (`deleteCopies`).
const deleteEmpty = statement(
  "answers.deleteEmptyQuestions",
  `
  delete from questions q
  where q.uuid_hash = any(:uuid_hashes::text[]) and q.status = 'deleted'
    and not exists (select from answers a where a.question_pk = q.pk)
    and not exists (select from only questions copy where copy.original_pk = q.pk)
    and not exists (
      select from hidden_contents where kind = 'community_question' and object = q.uuid_hash
    )`,
);

/**
 * Deletes those of the given questions that their senders have deleted and that have neither answers nor copies left.
 * Those that staff have hidden stay, because staff may show them again.
 */
export async function deleteEmptyQuestions(db: Db, uuid_hashes: string[]): Promise<void> {
  await deleteEmpty(db, { uuid_hashes });
}

/**
 * Deletes an answer with its likes, notices and pictures, and makes its question unread again. A job
 * deletes the notices of the question's sender. A question of a community stays, unless its sender has
 * deleted it and this was its last answer.
 */
export async function deleteAnswer(
  services: Services,
  { user, identity }: SignedIn,
  id: string,
): Promise<void> {
  const { db, bus } = services;
  const parameters = { id, answerer_pk: user.pk };
  const [inboxAnswer] = await deleteInboxAnswer(db, parameters);
  const lock = (db: Db) => lockAnswered(db, { id, answerer_pk: user.pk });
  const [communityAnswer] = inboxAnswer
    ? []
    : await lockThen(db, lock, (db) => deleteCommunityAnswer(db, parameters));
  const deleted = inboxAnswer ?? communityAnswer;
  if (!deleted) throw new Failure("not_found");
  if (communityAnswer?.status === "deleted") {
    await deleteEmptyQuestions(db, [communityAnswer.uuid_hash]);
  }
  publishCounts(services, identity);
  // The page of each answered question also lists the other answers of its answerer.
  const itemPages = await listItemPages(db, user);
  const questionPages = communityAnswer
    ? [...listQuestionPages(communityAnswer), ...pagesWithSamples]
    : [`/q/${deleted.uuid_hash}`];
  bus.publish("pages", { paths: [...questionPages, ...itemPages] });
}
