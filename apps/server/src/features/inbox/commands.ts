import { retentionDays } from "@toibako/contract/privacy.ts";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { deleteCardsJob } from "../cards/job-definitions.ts";
import { removeNotices } from "../notices/commands.ts";

// An answered question can't become unread: it returns from the bin as confirmed. `question` is the
// question before the move.
const updateStatus = statement(
  "inbox.updateStatus",
  `
  with question as (
    select pk, receiver_pk, status, is_answered from questions
    where uuid_hash = :uuid_hash and receiver_pk = :receiver_pk
      and status in ('unread', 'confirmed', 'hidden')
    for update
  ), target as (
    select case when :status = 'unread' and is_answered then 'confirmed' else :status end as status
    from question
  ), moved_question as (
    update questions q set status = target.status, changed_hour = date_trunc('hour', now())
    from question, target where q.pk = question.pk and question.status <> target.status
    returning q.pk
  ), updated_counts as (
    update users u set
      unread_questions_count = u.unread_questions_count
        + (target.status = 'unread')::int - (question.status = 'unread')::int,
      confirmed_questions_count = u.confirmed_questions_count
        + (target.status = 'confirmed')::int - (question.status = 'confirmed')::int,
      hidden_questions_count = u.hidden_questions_count
        + (target.status = 'hidden')::int - (question.status = 'hidden')::int
    from question, target, moved_question where u.pk = question.receiver_pk
  )
  select status as "status!" from target`,
);

/** Moves a received question to another part of the inbox. Returns its new status, which may differ from `status`. */
export async function moveQuestion(
  services: Services,
  { user, identity }: SignedIn,
  uuid_hash: string,
  status: QuestionStatus,
): Promise<QuestionStatus> {
  const [moved] = await updateStatus(services.db, { uuid_hash, receiver_pk: user.pk, status });
  if (!moved) throw new Failure("not_found");
  publishCounts(services, identity);
  return moved.status as QuestionStatus;
}

// A deleted question becomes `dropped`: its sender still sees it among the unanswered ones, since its
// disappearance would reveal the deletion.
const buildDeleteFromBinSql = (condition: string) => `
  with question as (
    select pk, receiver_pk, uuid_hash, is_answered from questions
    where receiver_pk = :receiver_pk and status = 'hidden' and ${condition}
    for update
  ), deleted_questions as (
    update questions q set status = 'dropped', changed_hour = date_trunc('hour', now())
    from question where q.pk = question.pk and not question.is_answered
    returning q.receiver_pk, q.uuid_hash
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob], "deleted_questions")}
  ), updated_counts as (
    update users set
      hidden_questions_count = hidden_questions_count - (select count(*) from deleted_questions)
    where pk = :receiver_pk and exists (select from deleted_questions)
  )
  select uuid_hash, is_answered from question`;

const deleteBinnedQuestion = statement(
  "inbox.deleteBinned",
  buildDeleteFromBinSql("uuid_hash = :uuid_hash"),
);
const deleteBinnedQuestions = statement("inbox.emptyBin", buildDeleteFromBinSql("not is_answered"));

/** Deletes a question in the bin; throws `already_answered` if it is answered, because its answer is public. */
export async function deleteBinned(
  services: Services,
  receiver: SignedIn,
  uuid_hash: string,
): Promise<void> {
  const { db } = services;
  const [question] = await deleteBinnedQuestion(db, { receiver_pk: receiver.user.pk, uuid_hash });
  if (!question) throw new Failure("not_found");
  if (question.is_answered) throw new Failure("already_answered");
  await removeNotices(db, receiver.user.pk, "new_question", [uuid_hash]);
  publishCounts(services, receiver.identity);
}

/** Deletes every unanswered question in the bin. */
export async function emptyBin(services: Services, receiver: SignedIn): Promise<void> {
  const { db } = services;
  const deleted = await deleteBinnedQuestions(db, { receiver_pk: receiver.user.pk });
  const uuid_hashes = deleted.map(({ uuid_hash }) => uuid_hash);
  await removeNotices(db, receiver.user.pk, "new_question", uuid_hashes);
  publishCounts(services, receiver.identity);
}

// Answered questions stay, because their answers are public.
const deleteOldBinnedQuestions = statement(
  "inbox.deleteOldBinned",
  `
  with deleted_questions as (
    ${deleteBatchSql(
      "questions",
      "pk",
      `status = 'hidden' and not is_answered and changed_hour < now() - interval '${retentionDays.bin} days'`,
      "receiver_pk, uuid_hash",
    )}
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob], "deleted_questions")}
  ), updated_users as (
    update users u set hidden_questions_count = u.hidden_questions_count - deleted.count
    from (
      select receiver_pk, count(*)::int as count from deleted_questions group by receiver_pk
    ) deleted
    where u.pk = deleted.receiver_pk
  )
  select uuid_hash from deleted_questions`,
);

/** Deletes unanswered questions that have been in the bin for more than `retentionDays.bin` days. */
export async function deleteOldBinned(db: Db): Promise<void> {
  await repeatBatches(() => deleteOldBinnedQuestions(db, {}));
}
