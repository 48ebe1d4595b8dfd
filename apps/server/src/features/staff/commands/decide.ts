import type { Input } from "@toibako/contract/endpoint.ts";
import {
  type CaseAction,
  caseMessageLimit,
  type decideCase,
} from "@toibako/contract/staff/cases.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { isUniqueViolation } from "#platform/database/db-errors.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { sendDecisionNoticeJob, sendOutcomesJob } from "../job-definitions.ts";
import { mayDecide } from "../policy.ts";
import { findAction } from "../queries/actions.ts";

const lockCase = statement(
  "staff.lockCase",
  "select pk from cases where id = :id for no key update",
);

// Before the audit log, in the order in which all decisions lock.
const lockSubject = statement(
  "staff.lockSubject",
  "select pk from users where pk = :subject_pk? for no key update",
);

const selectForDecision = statement(
  "staff.selectForDecision",
  `
  select cases.kind, cases.object, cases.version, cases.is_open, cases.subject_pk, cases.excluded_pk,
    subject.role is not null as "is_subject_staff!",
    coalesce(cases.holder_pk = :user_pk and cases.held_until > now(), false) as "is_held_by_self!",
    exists (
      select from case_reports where case_pk = cases.pk and reporter_pk = :user_pk and cases.kind <> 'appeal'
    ) as "is_reporter!"
  from cases left join users subject on subject.pk = cases.subject_pk
  where cases.pk = :case_pk`,
);

// One statement decides the case, does what was decided, and enqueues who is told.
const insertAction = statement(
  "staff.insertAction",
  `
  with decided_case as (
    update cases set is_open = false, version = version + 1, holder_pk = null, held_until = null,
      decided_at = now(), decided_by_pk = :user_pk
    where pk = :case_pk
    returning pk, id, subject_pk
  ), new_action as (
    insert into case_actions (case_pk, kind, actor_pk, subject_pk, message, suspended_until)
    select pk, :kind, :user_pk, subject_pk, :message, now() + make_interval(days => :days?::integer)
    from decided_case
    returning id as action_id, subject_pk, suspended_until
  ), suspended as (
    update users set suspended_until = greatest(users.suspended_until, new_action.suspended_until)
    from new_action where users.pk = new_action.subject_pk and new_action.suspended_until is not null
  ), told as (
    select action_id from new_action where subject_pk is not null and :kind <> 'dismiss'
  ), enqueued_notices as (
    ${enqueueSql([sendDecisionNoticeJob], "told", { is_undone: "false" })}
  ), enqueued_outcomes as (
    ${enqueueSql([sendOutcomesJob], "new_action")}
  ), ${auditSql("case.decide", "decided_case", {
    actor_pk: ":user_pk",
    object: "'case ' || id",
    reason: ":kind",
  })}
  select action_id as "action_id!" from new_action`,
);

/** Decides a case that the account of staff holds. */
export async function decide(
  db: Db,
  user_pk: number,
  id: string,
  { version, kind, message: typed = "", days }: Input<typeof decideCase>["body"],
): Promise<CaseAction> {
  const isTold = kind === "warn" || kind === "suspend";
  const message = requireText("message", typed, caseMessageLimit, { isOptional: !isTold });
  const action_id = await lockThen(
    db,
    (db) => lockCase(db, { id }),
    async (db, [locked]) => {
      if (!locked) throw new Failure("not_found");
      const case_pk = locked.pk;
      const [found] = await selectForDecision(db, { case_pk, user_pk });
      if (!found?.is_open || !found.is_held_by_self || found.version !== version)
        throw new Failure("case_changed");
      const { kind: case_kind, object, is_subject_staff, is_reporter, ...others } = found;
      const isAllowed = mayDecide({
        kind,
        days,
        case_kind,
        actor_pk: user_pk,
        is_subject_staff,
        is_reporter,
        subject_pk: others.subject_pk,
        excluded_pk: others.excluded_pk,
      });
      if (!isAllowed) throw new Failure("refused");
      await lockSubject(db, { subject_pk: others.subject_pk });
      if (kind === "accept_appeal")
        await markUndone(db, { user_pk, action_id: object, reopens: false });
      const [inserted] = await insertAction(db, {
        case_pk,
        user_pk,
        kind,
        message,
        days: days ?? null,
      });
      if (!inserted) throw new Failure("case_changed");
      return inserted.action_id;
    },
  );
  const action = await findAction(db, action_id);
  if (!action) throw new Failure("not_found");
  return action;
}

const lockCaseOfAction = statement(
  "staff.lockCaseOfAction",
  `
  select pk from cases where pk = (select case_pk from case_actions where id = :action_id)
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
    select action_id from undone where subject_pk is not null and kind in ('warn', 'suspend')
  ), enqueued_notices as (
    ${enqueueSql([sendDecisionNoticeJob], "told", { is_undone: "true" })}
  ), ${auditSql("case.undo", "undone", {
    actor_pk: ":user_pk",
    object: "'action ' || action_id",
    reason: "kind",
  })}
  select pk from undone`,
);

const selectUndoable = statement(
  "staff.selectUndoable",
  `
  select case_actions.subject_pk, case_actions.kind, cases.kind as case_kind
  from case_actions join cases on cases.pk = case_actions.case_pk
  where case_actions.id = :action_id`,
);

/** Undoes a decision, so that its case is open again. The decision about an appeal stays. */
export async function undoDecision(db: Db, user_pk: number, action_id: string): Promise<void> {
  const undone = await lockThen(
    db,
    (db) => lockCaseOfAction(db, { action_id }),
    async (db) => {
      const [action] = await selectUndoable(db, { action_id });
      if (!action) throw new Failure("not_found");
      const { subject_pk, case_kind } = action;
      if (subject_pk === user_pk || case_kind === "appeal") throw new Failure("refused");
      await lockSubject(db, { subject_pk });
      return markUndone(db, { user_pk, action_id, reopens: true });
    },
  ).catch((error: unknown) => {
    // A report has opened another case about the same thing at this moment.
    throw isUniqueViolation(error) ? new Failure("case_changed") : error;
  });
  if (undone.length === 0) throw new Failure("case_changed");
}
