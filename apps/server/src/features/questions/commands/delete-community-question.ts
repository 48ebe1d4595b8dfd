import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { deleteCardsJob } from "../../cards/job-definitions.ts";
import { buildUnlistQuestionSql } from "../../communities/commands/listing.ts";
import { listQuestionPages, pagesWithSamples } from "../../communities/queries/associated.ts";
import { deleteCopiesJob } from "../../inbox/job-definitions.ts";
import { removeNoticesOfQuestion } from "../../notices/commands/answer-notices.ts";
import { findOwnSender, findSenderIdentities } from "../queries/sender.ts";

// Answering locks the question as well, and so do the daily questions, so that neither an answer nor a copy is added
// until the end of the transaction.
const lockQuestion = statement(
  "questions.lockCommunityQuestion",
  `
  select q.pk from questions q join communities c on c.pk = q.community_pk
  where q.uuid_hash = :uuid_hash and q.receiver_pk is null and q.status in ('shown', 'held')
    and (:community_id?::text is null or c.id = :community_id? and c.category_id = :category_id?)
  for update of q`,
);

// Unlike `is_answered`, includes answers of accounts that have left and may be restored.
const selectHasAnswer = statement(
  "questions.selectHasAnswer",
  'select exists (select from answers where question_pk = :question_pk) as "has_answer!"',
);

/** Maximum number of answerers whose profiles are removed from the page cache. */
const maxProfiles = 200;

// Removes the question from the lists of its community. Of an answered question, only its id and its answers
// stay, and of one that is in inboxes, its id until a job has deleted the copies. Its sealed record is deleted, and it
// is removed from its sender's lists, so that nothing tells who asked.
const deleteLockedQuestion = statement(
  "questions.deleteCommunityQuestion",
  `
  with question as (
    select :question_pk::bigint as pk
  ), dependent_row as (
    (select from answers where question_pk = :question_pk limit 1)
    union all
    (select from only questions where original_pk = :question_pk limit 1)
  ), ${buildUnlistQuestionSql("question")}, deleted_question as (
    delete from questions where pk = :question_pk and not exists (select from dependent_row)
    returning uuid_hash, community_pk
  ), emptied_question as (
    update questions set status = 'deleted', body = '', held_by = null
    where pk = :question_pk and exists (select from dependent_row)
    returning uuid_hash, community_pk
  ), deleted_sealed_sender as (
    delete from sealed_senders where question_pk = :question_pk
      and exists (select from emptied_question)
  ), cleared_sent_question as (
    update sent_questions set question_pk = null
    where question_pk = :question_pk and exists (select from emptied_question)
  ), removed_question as (
    select * from deleted_question union all select * from emptied_question
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob, deleteCopiesJob], "removed_question")}
  )
  select removed_question.uuid_hash as "uuid_hash!", c.id as community_id, c.category_id,
    array(
      select u.account from answers a join users u on u.pk = a.answerer_pk
      where a.question_pk = :question_pk order by a.pk desc limit ${maxProfiles}
    ) as "accounts!"
  from removed_question join communities c on c.pk = removed_question.community_pk`,
);

interface DeletionOptions {
  mustBeUnanswered?: boolean;
  /** The community and the category in the request's path. The question must belong to both. */
  community_id?: string | null;
  category_id?: string | null;
}

/**
 * Deletes a question that the viewer asked a community. If it is answered, only its text is deleted and the answers
 * stay; with `mustBeUnanswered`, throws `already_answered` instead. Its copies in inboxes are hidden at once, and deleted
 * by a job, because there can be thousands.
 */
export async function deleteCommunityQuestion(
  services: Services,
  viewer: Viewer,
  uuid_hash: string,
  { mustBeUnanswered = false, community_id = null, category_id = null }: DeletionOptions = {},
): Promise<void> {
  const { db, secrets, bus } = services;
  const sender = await findOwnSender(db, secrets, viewer, uuid_hash);
  if (!sender) throw new Failure("not_found");
  // Must be read before the deletion, which removes every record of who asked.
  const identities = await findSenderIdentities(db, secrets, uuid_hash);
  const deleted = await transaction(db, async (db) => {
    const [question] = await lockQuestion(db, { uuid_hash, community_id, category_id });
    if (!question) throw new Failure("not_found");
    const [answers] = await selectHasAnswer(db, { question_pk: question.pk });
    if (answers?.has_answer && mustBeUnanswered) throw new Failure("already_answered");
    return (await deleteLockedQuestion(db, { question_pk: question.pk }))[0];
  });
  if (!deleted) throw new Failure("not_found");
  // In another transaction: rows of one transaction have the same `xmin`, which would link the question to
  // the read state of its sender.
  await removeNoticesOfQuestion(services, sender, identities);
  publishCounts(services, sender.identity);
  const profiles = deleted.accounts.map((account) => `/${account}`);
  bus.publish("pages", {
    paths: [...listQuestionPages(deleted), ...pagesWithSamples, ...profiles],
  });
}
