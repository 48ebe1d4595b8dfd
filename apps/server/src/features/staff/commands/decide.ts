import type { Input } from "@toibako/contract/endpoint.ts";
import {
  type CaseAction,
  caseMessageLimit,
  type decideCase,
} from "@toibako/contract/staff/cases.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen, transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { sendDecisionNoticeJob, sendOutcomesJob, stopSenderJob } from "../job-definitions.ts";
import { isHiding, mayDecide } from "../policy.ts";
import { findAction } from "../queries/actions.ts";
import { letThrough } from "./held-questions.ts";
import { type Content, hideContent, lockContent, publishContent } from "./hide.ts";
import { isInvolved, selectContent } from "./involvement.ts";
import { selectContentOfAction, undoAccepted } from "./undo.ts";

const lockCase = statement(
  "staff.lockCase",
  "select pk from cases where id = :id for no key update",
);

// Before the thing is hidden, in the order in which all decisions lock.
const lockSubject = statement(
  "staff.lockSubject",
  "select pk from users where pk = :subject_pk? for no key update",
);

const selectForDecision = statement(
  "staff.selectForDecision",
  `
  select cases.kind, cases.object, cases.version, cases.is_open, cases.subject_pk, cases.excluded_pk,
    subject.role is not null as "is_subject_staff!",
    coalesce(cases.holder_pk = :user_pk and cases.held_until > now(), false) as "is_held_by_self!"
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
  ), stopped as (
    select action_id from new_action where :kind = 'stop_sender'
  ), enqueued_stops as (
    ${enqueueSql([stopSenderJob], "stopped")}
  ), enqueued_notices as (
    ${enqueueSql([sendDecisionNoticeJob], "told", { is_undone: "false" })}
  ), enqueued_outcomes as (
    ${enqueueSql([sendOutcomesJob], "new_action")}
  )
  select action_id as "action_id!" from new_action`,
);

// The last statement of the transaction, because every other entry of the audit log waits for it: hiding an answer with
// many likes takes time.
const recordDecision = statement(
  "staff.recordDecision",
  `
  with decided as (
    select cases.id, case_actions.kind from case_actions join cases on cases.pk = case_actions.case_pk
    where case_actions.id = :action_id
  ), ${auditSql("case.decide", "decided", {
    actor_pk: ":user_pk",
    object: "'case ' || id",
    reason: "kind",
  })}
  select id from decided`,
);

interface Deciding {
  case_pk: number;
  user_pk: number;
  version: number;
  kind: CaseAction["kind"];
  days: number | undefined;
}

/** Throws unless an account of staff may decide a locked case so; returns whom the case is about. */
async function requireDecidable(
  db: Db,
  { case_pk, user_pk, version, kind, days }: Deciding,
): Promise<{ subject_pk: number | null }> {
  const [found] = await selectForDecision(db, { case_pk, user_pk });
  if (!found?.is_open || !found.is_held_by_self || found.version !== version)
    throw new Failure("case_changed");
  const { kind: case_kind, object, is_subject_staff, subject_pk, excluded_pk } = found;
  const isAllowed = mayDecide({
    kind,
    days,
    case_kind,
    object,
    actor_pk: user_pk,
    is_subject_staff,
    subject_pk,
    excluded_pk,
  });
  if (!isAllowed) throw new Failure("refused");
  return { subject_pk };
}

/** Hides or shows what a decision is about. */
async function carryOut(
  db: Db,
  kind: CaseAction["kind"],
  content: Content,
  action_id: string,
): Promise<void> {
  if (kind === "let_through") await letThrough(db, { object: content.object });
  if (!isHiding(kind)) return;
  const isHidden = await hideContent(db, content, action_id);
  // There are no messages that could be hidden.
  if (kind === "hide" && !isHidden) throw new Failure("refused");
}

/** Decides a case that the account of staff holds. */
export async function decide(
  services: Services,
  user_pk: number,
  id: string,
  { version, kind, message: typed = "", days }: Input<typeof decideCase>["body"],
): Promise<CaseAction> {
  const { db, secrets } = services;
  const isTold = kind === "warn" || kind === "suspend";
  const message = requireText("message", typed, caseMessageLimit, { isOptional: !isTold });
  const [content] = await selectContent(db, { id });
  if (!content) throw new Failure("not_found");
  // Accepting an appeal shows again what the decision has hidden.
  const [appealed] =
    content.kind === "appeal"
      ? await selectContentOfAction(db, { action_id: content.object })
      : [undefined];
  const action_id = await transaction(db, async (db) => {
    await lockContent(db, appealed ?? content);
    return lockThen(
      db,
      (db) => lockCase(db, { id }),
      async (db, [locked]) => {
        if (!locked) throw new Failure("not_found");
        const case_pk = locked.pk;
        const { subject_pk } = await requireDecidable(db, {
          case_pk,
          user_pk,
          version,
          kind,
          days,
        });
        if (await isInvolved({ db, secrets }, user_pk, content)) throw new Failure("refused");
        await lockSubject(db, { subject_pk });
        if (kind === "accept_appeal") await undoAccepted(db, user_pk, content.object);
        const [inserted] = await insertAction(db, {
          case_pk,
          user_pk,
          kind,
          message,
          days: days ?? null,
        });
        if (!inserted) throw new Failure("case_changed");
        const { action_id } = inserted;
        await carryOut(db, kind, content, action_id);
        await recordDecision(db, { action_id, user_pk });
        return action_id;
      },
    );
  });
  const action = await findAction(db, action_id);
  if (!action) throw new Failure("not_found");
  if (isHiding(kind) || kind === "let_through") await publishContent(services, content);
  if (kind === "accept_appeal" && appealed) await publishContent(services, appealed);
  return action;
}
