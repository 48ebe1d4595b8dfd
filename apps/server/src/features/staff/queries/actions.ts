import type { CaseAction, OwnDecision } from "@toibako/contract/staff/cases.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { readAction } from "./cases.ts";
import { actionSql } from "./columns.ts";

const selectAction = statement(
  "staff.selectAction",
  `
  select ${actionSql} as "action!"
  from case_actions action join cases on cases.pk = action.case_pk where action.id::text = :id`,
);

export async function findAction(db: Db, id: string): Promise<CaseAction | undefined> {
  const [row] = await selectAction(db, { id });
  return row && readAction(row.action as CaseAction);
}

/** Decisions that an account sees at most. */
const shownDecisions = 50;

const selectOwn = statement(
  "staff.selectOwnDecisions",
  `
  select action.id::text as "id!", action.kind, action.message, action.suspended_until, action.acted_at,
    action.undone_at is not null as "is_undone!",
    case
      when appeal.pk is null then 'none'
      when appeal.is_open then 'waiting'
      when exists (
        select from case_actions decision where decision.case_pk = appeal.pk and decision.kind = 'accept_appeal'
      ) then 'accepted'
      else 'refused'
    end as "appeal!"
  from case_actions action
  left join cases appeal on appeal.kind = 'appeal' and appeal.object = action.id::text
  where action.subject_pk = :user_pk and action.kind in ('warn', 'suspend')
    and (:id?::text is null or action.id::text = :id?)
  order by action.pk desc limit ${shownDecisions}`,
);

const toDecision = (row: Row<"staff.selectOwnDecisions">): OwnDecision => ({
  id: row.id,
  kind: row.kind as OwnDecision["kind"],
  message: row.message,
  suspended_until: row.suspended_until?.toISOString() ?? null,
  acted_at: row.acted_at.toISOString(),
  is_undone: row.is_undone,
  appeal: row.appeal as OwnDecision["appeal"],
});

/** Lists what was decided about an account, without who decided it. */
export async function listDecisionsAbout(db: Db, user_pk: number): Promise<OwnDecision[]> {
  return (await selectOwn(db, { user_pk, id: null })).map(toDecision);
}

export async function findDecisionAbout(
  db: Db,
  user_pk: number,
  id: string,
): Promise<OwnDecision | undefined> {
  const [row] = await selectOwn(db, { user_pk, id });
  return row && toDecision(row);
}
