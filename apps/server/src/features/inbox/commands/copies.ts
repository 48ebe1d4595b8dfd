import { retentionDays } from "@toibako/contract/privacy.ts";
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
    select c.pk, c.receiver_pk, c.status
    from questions c
    join ${answers} a on c.original_pk = a.question_pk and c.receiver_pk = a.answerer_pk
    where c.status in ('unread', 'confirmed', 'hidden') and not c.is_answered
    for update of c
  ), answered_copies as (
    update questions c
    set status = 'confirmed', is_answered = true, changed_hour = date_trunc('hour', now())
    from copies where c.pk = copies.pk
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
    select c.pk, c.receiver_pk, c.status, exists (
        select from community_reports r
        where r.reporter_pk = c.receiver_pk and r.question_pk = c.original_pk and r.answer_pk is null
      ) as is_reported
    from questions c
    join ${answers} a on c.original_pk = a.question_pk and c.receiver_pk = a.answerer_pk
    where c.status in ('confirmed', 'hidden') and c.is_answered
    for update of c
  ), unanswered_copies as (
    update questions c
    set status = case when copies.is_reported then 'dropped' else 'unread' end, is_answered = false,
      changed_hour = date_trunc('hour', now())
    from copies where c.pk = copies.pk
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
      unread_questions_count = u.unread_questions_count - d.unread,
      confirmed_questions_count = u.confirmed_questions_count - d.confirmed,
      hidden_questions_count = u.hidden_questions_count - d.hidden
    from (
      select receiver_pk,
        count(*) filter (where status = 'unread')::int as unread,
        count(*) filter (where status = 'confirmed')::int as confirmed,
        count(*) filter (where status = 'hidden')::int as hidden
      from deleted_copies group by receiver_pk
    ) d join locked_users l on l.pk = d.receiver_pk
    where u.pk = d.receiver_pk
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
    delete from questions
    where original_pk is not null and status = 'unread' and not is_answered
      and asked_hour < now() - interval '${retentionDays.community_question} days'
    returning receiver_pk, uuid_hash, status
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
  await deleteOldUnread(db, {});
}
