import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { deleteCardsJob } from "../../cards/job-definitions.ts";

/**
 * CTEs that confirm the copies of community questions in the inboxes of those who have just answered
 * them. `answers` is a CTE with `question_pk` and `answerer_pk`. The statement must also assign
 * `answeredCopyCountsSql`.
 */
export const buildAnsweredCopiesSql = (answers: string) => `
  copies as (
    select copy.pk, copy.receiver_pk, copy.status
    from questions copy
    join ${answers} answered on copy.original_pk = answered.question_pk and copy.receiver_pk = answered.answerer_pk
    where copy.status in ('unread', 'confirmed', 'hidden') and not copy.is_answered
    for update of copy
  ), answered_copies as (
    update questions copy
    set status = 'confirmed', is_answered = true, changed_hour = date_trunc('hour', now())
    from copies where copy.pk = copies.pk
  )`;

const buildCountCopiesSql = (condition: string) =>
  `(select count(*)::int from copies where copies.receiver_pk = u.pk and copies.${condition})`;

/** SQL assignments to the counts of `users u` in a statement with `buildAnsweredCopiesSql`. */
export const answeredCopyCountsSql = `
  unread_questions_count = u.unread_questions_count - ${buildCountCopiesSql("status = 'unread'")},
  confirmed_questions_count =
    u.confirmed_questions_count + ${buildCountCopiesSql("status <> 'confirmed'")},
  hidden_questions_count = u.hidden_questions_count - ${buildCountCopiesSql("status = 'hidden'")}`;

/**
 * CTEs that set copies of community questions to unread when their answers are deleted, or to dropped if the
 * receiver has reported the question. `answers` is a CTE with `question_pk` and `answerer_pk`. The statement
 * must also assign `unansweredCopyCountsSql`.
 */
export const buildUnansweredCopiesSql = (answers: string) => `
  copies as (
    select copy.pk, copy.receiver_pk, copy.status, exists (
        select from community_reports report
        where report.reporter_pk = copy.receiver_pk and report.question_pk = copy.original_pk
          and report.answer_pk is null
      ) as is_reported
    from questions copy
    join ${answers} deleted on copy.original_pk = deleted.question_pk and copy.receiver_pk = deleted.answerer_pk
    where copy.status in ('confirmed', 'hidden') and copy.is_answered
    for update of copy
  ), unanswered_copies as (
    update questions copy
    set status = case when copies.is_reported then 'dropped' else 'unread' end, is_answered = false,
      changed_hour = date_trunc('hour', now())
    from copies where copy.pk = copies.pk
  )`;

/** SQL assignments to the counts of `users u` in a statement with `buildUnansweredCopiesSql`. */
export const unansweredCopyCountsSql = `
  unread_questions_count = u.unread_questions_count + ${buildCountCopiesSql("is_reported = false")},
  confirmed_questions_count =
    u.confirmed_questions_count - ${buildCountCopiesSql("status = 'confirmed'")},
  hidden_questions_count = u.hidden_questions_count - ${buildCountCopiesSql("status = 'hidden'")}`;

/**
 * CTEs that lower the counts of inboxes by the rows of the CTE `deleted_copies`. The accounts are locked in a fixed
 * order, to avoid deadlocks.
 */
const loweredCountsSql = `
  locked_users as (
    select pk from users where pk in (select receiver_pk from deleted_copies)
    order by pk for no key update
  ), updated_counts as (
    update users u set
      unread_questions_count = u.unread_questions_count - deleted.unread,
      confirmed_questions_count = u.confirmed_questions_count - deleted.confirmed,
      hidden_questions_count = u.hidden_questions_count - deleted.hidden
    from (
      select receiver_pk,
        count(*) filter (where status = 'unread')::int as unread,
        count(*) filter (where status = 'confirmed')::int as confirmed,
        count(*) filter (where status = 'hidden')::int as hidden
      from deleted_copies group by receiver_pk
    ) deleted join locked_users on locked_users.pk = deleted.receiver_pk
    where u.pk = deleted.receiver_pk
  )`;

const deleteAllCopies = statement(
  "inbox.deleteCopies",
  `
  with deleted_copies as (
    delete from questions where original_pk = :question_pk
    returning receiver_pk, uuid_hash, status
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob], "deleted_copies")}
  ), ${loweredCountsSql}
  select receiver_pk as "receiver_pk!" from deleted_copies`,
);

/**
 * Deletes all copies of a community question that is about to be deleted, and returns their receivers. The caller's
 * transaction must have locked the question before, so that no other transaction adds a copy.
 */
export async function deleteCopies(db: Db, question_pk: number): Promise<number[]> {
  const deleted = await deleteAllCopies(db, { question_pk });
  return deleted.map(({ receiver_pk }) => receiver_pk);
}

const deleteOldUnread = statement(
  "inbox.deleteOldUnreadCopies",
  `
  with deleted_copies as (
    ${deleteBatchSql(
      "questions",
      "pk",
      `original_pk is not null and status = 'unread' and not is_answered
        and asked_hour < now() - interval '${retentionDays.community_question} days'`,
      "receiver_pk, uuid_hash, status",
    )}
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob], "deleted_copies")}
  ), ${loweredCountsSql}
  select receiver_pk as "receiver_pk!" from deleted_copies`,
);

/**
 * Deletes unread copies after `retentionDays.community_question` days. `deleteOldBinned` deletes the copies
 * in bins.
 */
export async function deleteOldUnreadCopies(db: Db): Promise<void> {
  await repeatBatches(() => deleteOldUnread(db, {}));
}
