import { waitingDays } from "@toibako/contract/outbox.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { deleteCardsJob } from "../../cards/job-definitions.ts";
import { findOwnSender, resealSender } from "../queries/sender.ts";
import { deleteCommunityQuestion } from "./delete-community-question.ts";

// In a statement of its own, because the next one must see the notice of a job that has locked the question before.
const lockWithdrawn = statement(
  "questions.lockWithdrawn",
  "select pk from questions where uuid_hash = :uuid_hash for update",
);

// A reported question stays for moderation, but is removed from its sender's list. It gets a new id, because its id is
// derived from the idempotency key, so that a new question with the same key would be taken for a repeated request.
const withdrawUnanswered = statement(
  "questions.withdrawUnanswered",
  `
  with question as (
    select pk, uuid_hash, receiver_pk, status, is_answered from questions
    where uuid_hash = :uuid_hash and asked_hour >= now() - interval '${waitingDays} days'
      and exists (select from sent_questions where sent_questions.question_pk = questions.pk)
    for update
  ), deleted_question as (
    delete from questions q using question
    where q.pk = question.pk and not question.is_answered and question.status <> 'reported'
    returning question.receiver_pk, question.uuid_hash, question.status
  ), kept_question as (
    update questions q set uuid_hash = :new_id from question
    where q.pk = question.pk and not question.is_answered and question.status = 'reported'
    returning q.pk
  ), resealed_sender as (
    update sealed_senders set sender = :sender?, address = :address? from kept_question
    where sealed_senders.question_pk = kept_question.pk
  ), cleared_sent_question as (
    update sent_questions set question_pk = null from kept_question
    where sent_questions.question_pk = kept_question.pk
  ), updated_counts as (
    update users u set
      unread_questions_count = u.unread_questions_count - (deleted_question.status = 'unread')::int,
      confirmed_questions_count = u.confirmed_questions_count - (deleted_question.status = 'confirmed')::int,
      hidden_questions_count = u.hidden_questions_count - (deleted_question.status = 'hidden')::int,
      held_questions_count = u.held_questions_count - (deleted_question.status = 'held')::int
    from deleted_question where u.pk = deleted_question.receiver_pk
  ), deleted_notices as (
    delete from received_notices using question
    where user_pk = question.receiver_pk and kind = 'new_question' and subject = question.uuid_hash
      and not question.is_answered
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob], "deleted_question")}
  )
  select receiver_pk, is_answered from question`,
);

const selectReceiver = statement(
  "questions.selectReceiver",
  "select receiver_pk from questions where uuid_hash = :uuid_hash",
);

/**
 * Deletes an unanswered question that the viewer sent to an account or a community, without a notice to its
 * receiver.
 */
export async function withdrawQuestion(services: Services, viewer: Viewer, uuid_hash: string) {
  const { db, secrets } = services;
  const [question] = await selectReceiver(db, { uuid_hash });
  if (question?.receiver_pk === null) {
    return deleteCommunityQuestion(services, viewer, uuid_hash, { mustBeUnanswered: true });
  }
  if (!question || !(await findOwnSender(db, secrets, viewer, uuid_hash))) {
    throw new Failure("not_found");
  }
  const receiver = secrets.deriveAccountIdentity(question.receiver_pk);
  const new_id = createPublicId();
  const resealed = await resealSender(db, secrets, uuid_hash, new_id);
  const parameters = { uuid_hash, new_id, ...resealed };
  const [locked] = await lockThen(
    db,
    (db) => lockWithdrawn(db, { uuid_hash }),
    (db) => withdrawUnanswered(db, parameters),
  );
  if (!locked) throw new Failure("not_found");
  if (locked.is_answered) throw new Failure("already_answered");
  publishCounts(services, receiver);
}
