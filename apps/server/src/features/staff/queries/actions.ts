import { type DateForm, formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { CaseAction, OwnDecision } from "@toibako/contract/staff/cases.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { readAction } from "./cases.ts";
import { buildActionSql } from "./columns.ts";

const selectAction = statement(
  "staff.selectAction",
  `
  select ${buildActionSql()} as "action!"
  from case_actions action join cases on cases.pk = action.case_pk where action.id = :id`,
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
  select action.id as "id!", action.kind, action.message, action.suspended_until, action.acted_at,
    action.undone_at is not null as "is_undone!",
    array(
      select left(reported ->> 'text', 200)
      from (select evidence from case_reports where case_pk = action.case_pk order by pk limit 1) first_report,
        jsonb_array_elements(evidence -> 'texts') reported
      where (reported ->> 'is_reported')::boolean limit 3
    ) as "texts!",
    case
      when appeal.pk is null then 'none'
      when appeal.is_open then 'waiting'
      when exists (
        select from case_actions decision where decision.case_pk = appeal.pk and decision.kind = 'accept_appeal'
      ) then 'accepted'
      else 'refused'
    end as "appeal!"
  from case_actions action
  left join cases appeal on appeal.kind = 'appeal' and appeal.object = action.id
  where action.subject_pk = :user_pk and action.kind in ('hide', 'warn', 'suspend')
    and (:id?::text is null or action.id = :id?)
  order by action.pk desc limit ${shownDecisions}`,
);

function toDecision(
  row: Row<"staff.selectOwnDecisions">,
  user: SessionUser,
  locale: Locale,
): OwnDecision {
  const formatTime = (form: DateForm, moment: Date) => ({
    at: moment.toISOString(),
    formatted: formatDate(form, moment, createDateReader(locale, user)),
  });
  return {
    id: row.id,
    kind: row.kind as OwnDecision["kind"],
    message: row.message,
    texts: row.texts,
    suspended_until: row.suspended_until && formatTime("minute", row.suspended_until),
    acted_at: formatTime("day", row.acted_at),
    is_undone: row.is_undone,
    appeal: row.appeal as OwnDecision["appeal"],
  };
}

/** Lists what was decided about an account, without who decided it. */
export async function listDecisionsAbout(
  db: Db,
  user: SessionUser,
  locale: Locale,
): Promise<OwnDecision[]> {
  const rows = await selectOwn(db, { user_pk: user.pk, id: null });
  return rows.map((row) => toDecision(row, user, locale));
}

export async function findDecisionAbout(
  db: Db,
  user: SessionUser,
  locale: Locale,
  id: string,
): Promise<OwnDecision | undefined> {
  const [row] = await selectOwn(db, { user_pk: user.pk, id });
  return row && toDecision(row, user, locale);
}

const selectAccountReports = statement(
  "staff.selectAccountReports",
  `
  select report.reason, report.note, report.reported_hour
  from case_reports report join cases on cases.pk = report.case_pk
  where report.reporter_pk = :user_pk and cases.kind = 'account'
  order by report.pk desc limit 10000`,
);

/** Lists what an account has written in its reports of accounts, newest first. */
export async function listWrittenAccountReports(db: Db, user_pk: number) {
  return (await selectAccountReports(db, { user_pk })).map(({ reported_hour, ...report }) => ({
    ...report,
    reported_hour: reported_hour.toISOString(),
  }));
}
