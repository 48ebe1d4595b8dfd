import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { publishCounts } from "#platform/events/events.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
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

/** Maximum number of copies that one statement deletes: as long as it runs, their receivers' accounts are locked. */
const copiesPerBatch = 200;

// `only`, because the letters to new accounts, which inherit from `questions`, are never copies, and have no index by
// their originals. Waits for copies that are being changed instead of leaving them out, because nothing would delete
// those later.
const deleteCopyBatch = statement(
  "inbox.deleteCopies",
  `
  with deleted_copies as (
    delete from only questions where pk = any(array(
      select copy.pk from only questions copy
      where copy.original_pk = (select pk from questions where uuid_hash = :uuid_hash)
      order by copy.receiver_pk limit ${copiesPerBatch} for update of copy
    ))
    returning receiver_pk, uuid_hash, status
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob], "deleted_copies")}
  ), ${loweredCountsSql}
  select receiver_pk as "receiver_pk!" from deleted_copies`,
);

/**
 * Deletes the copies of a community question that its sender has deleted, in batches. A call after a failure goes on
 * with the copies that remain.
 */
export async function deleteCopies(services: Services, uuid_hash: string): Promise<void> {
  const { db, secrets } = services;
  let deleted = await deleteCopyBatch(db, { uuid_hash });
  while (deleted.length > 0) {
    for (const { receiver_pk } of deleted)
      publishCounts(services, secrets.deriveAccountIdentity(receiver_pk));
    deleted = await deleteCopyBatch(db, { uuid_hash });
  }
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
