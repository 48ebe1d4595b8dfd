import type { CaseActionKind } from "@toibako/contract/staff/cases.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { isUniqueViolation } from "#platform/database/db-errors.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen, transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { sendDecisionNoticeJob, stopSenderJob } from "../job-definitions.ts";
import { isHiding } from "../policy.ts";
import { holdAgain } from "./held-questions.ts";
import { type Content, lockContent, publishContent, restoreContent } from "./hide.ts";
import { isInvolved } from "./involvement.ts";

/** The thing that a decision is about. */
export const selectContentOfAction = statement(
  "staff.selectContentOfAction",
  `
  select cases.kind, cases.object from case_actions join cases on cases.pk = case_actions.case_pk
  where case_actions.id = :action_id`,
);

const lockCaseOfAction = statement(
  "staff.lockCaseOfAction",
  `
  select pk from cases where pk = (select case_pk from case_actions where id = :action_id)
  for no key update`,
);

// Before the thing is shown again, in the order in which all decisions lock.
const lockSubjectOfAction = statement(
  "staff.lockSubjectOfAction",
  `
  select pk from users where pk = (select subject_pk from case_actions where id = :action_id)
  for no key update`,
);

// The account stays suspended as long as another decision says so. A reopened case may meet one that was opened since.
const markUndone = statement(
  "staff.markUndone",
  `
  with undone as (
    update case_actions set undone_by_pk = :user_pk, undone_at = now()
    where id = :action_id and undone_at is null
    returning pk, id as action_id, case_pk, subject_pk, kind
  ), reopened as (
    update cases set is_open = true, version = version + 1, decided_at = null, decided_by_pk = null
    from undone
    where cases.pk = undone.case_pk and :reopens::boolean and not cases.is_open and not exists (
      select from cases other where other.kind = cases.kind and other.object = cases.object and other.is_open
    )
  ), restored as (
    update users set suspended_until = (
      select max(others.suspended_until) from case_actions others
      where others.subject_pk = users.pk and others.undone_at is null and others.pk <> undone.pk
    )
    from undone where users.pk = undone.subject_pk and undone.kind = 'suspend'
  ), told as (
    select action_id from undone where subject_pk is not null and kind in ('hide', 'warn', 'suspend')
  ), stopped as (
    select action_id from undone where kind = 'stop_sender'
  ), enqueued_stops as (
    ${enqueueSql([stopSenderJob], "stopped")}
  ), enqueued_notices as (
    ${enqueueSql([sendDecisionNoticeJob], "told", { is_undone: "true" })}
  )
  select kind from undone`,
);

// After what was hidden is shown again, because every other entry of the audit log waits for it.
const recordUndoing = statement(
  "staff.recordUndoing",
  `
  with undone as (
    select id, kind from case_actions where id = :action_id
  ), ${auditSql("case.undo", "undone", {
    actor_pk: ":user_pk",
    object: "'action ' || id",
    reason: "kind",
  })}
  select id from undone`,
);

const selectUndoable = statement(
  "staff.selectUndoable",
  "select subject_pk from case_actions where id = :action_id",
);

/** Undoes the decision, about a locked thing, against which an appeal was accepted; its case stays decided. */
export async function undoAccepted(db: Db, user_pk: number, action_id: string): Promise<void> {
  const [content] = await selectContentOfAction(db, { action_id });
  if (!content) return;
  const [undone] = await markUndone(db, { user_pk, action_id, reopens: false });
  if (!undone) return;
  await restore(db, undone.kind, content, action_id);
  await recordUndoing(db, { action_id, user_pk });
}

/** Shows again what a decision has hidden, or holds again what it has let through. */
async function restore(
  db: Db,
  undone: CaseActionKind,
  { kind, object }: Content,
  action_id: string,
): Promise<void> {
  if (isHiding(undone)) await restoreContent(db, kind, action_id);
  if (undone === "let_through" && !(await holdAgain(db, object))) throw new Failure("refused");
}

/** Undoes a decision, so that its case is open again. The decision about an appeal stays. */
export async function undoDecision(
  services: Services,
  user_pk: number,
  action_id: string,
): Promise<void> {
  const { db, secrets } = services;
  const [content] = await selectContentOfAction(db, { action_id });
  if (!content) throw new Failure("not_found");
  await transaction(db, async (db) => {
    await lockContent(db, content);
    await lockThen(
      db,
      (db) => lockCaseOfAction(db, { action_id }),
      async (db) => {
        const [action] = await selectUndoable(db, { action_id });
        if (!action) throw new Failure("not_found");
        if (action.subject_pk === user_pk || content.kind === "appeal")
          throw new Failure("refused");
        if (await isInvolved({ db, secrets }, user_pk, content)) throw new Failure("refused");
        await lockSubjectOfAction(db, { action_id });
        const [undone] = await markUndone(db, { user_pk, action_id, reopens: true });
        if (!undone) throw new Failure("case_changed");
        await restore(db, undone.kind, content, action_id);
        await recordUndoing(db, { action_id, user_pk });
      },
    );
  }).catch((error: unknown) => {
    // A report has opened another case about the same thing at this moment.
    throw isUniqueViolation(error) ? new Failure("case_changed") : error;
  });
  await publishContent(services, content);
}
