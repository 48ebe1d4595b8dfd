import type { Output } from "@toibako/contract/endpoint.ts";
import {
  type Case,
  type CaseAction,
  type CaseKind,
  type CaseSummary,
  casesPerPage,
  type listCases,
  preparedMessages,
} from "@toibako/contract/staff/cases.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { translate } from "#platform/texts/texts.ts";
import { isSenderSealed } from "../policy.ts";
import {
  buildActionSql,
  buildPersonSql,
  caseColumns,
  caseJoins,
  isVisibleSql,
  scoreSql,
} from "./columns.ts";

/** The newest reports that an opened case shows. */
const shownReports = 20;
const shownHistory = 20;

/**
 * Builds the statement of a page of cases, which go on after the case `after`, also if it was decided since. Each filter
 * has a statement and an index of its own, because a condition that may not apply uses no index.
 */
const buildListSql = (condition: string, order: string) => `
  with last as (select ${order} as place, pk from cases where id = :after?)
  select ${caseColumns}
  from cases ${caseJoins}
  where ${condition} and ${isVisibleSql}
    and (:after?::text is null or ${order} <= (select place from last))
    and (:after?::text is null or (${order}, -cases.pk) < (select place, -pk from last))
  order by ${order} desc, cases.pk limit ${casesPerPage + 1}`;

const selectOpen = statement("staff.selectOpenCases", buildListSql("cases.is_open", scoreSql));
const selectOpenOfKind = statement(
  "staff.selectOpenCasesOfKind",
  buildListSql("cases.is_open and cases.kind = :kind", scoreSql),
);
const selectDecided = statement(
  "staff.selectDecidedCases",
  buildListSql("not cases.is_open", "cases.decided_at"),
);
const selectDecidedOfKind = statement(
  "staff.selectDecidedCasesOfKind",
  buildListSql("not cases.is_open and cases.kind = :kind", "cases.decided_at"),
);

interface CaseFilter {
  state: "open" | "decided" | undefined;
  kind: CaseKind | undefined;
  after: string | undefined;
}

/** Lists a page of cases; `user_pk` is the account of staff that looks. */
export async function listCasesOf(
  db: Db,
  user_pk: number,
  { state = "open", kind, after }: CaseFilter,
): Promise<Output<typeof listCases>> {
  const [select, selectOfKind] =
    state === "open" ? [selectOpen, selectOpenOfKind] : [selectDecided, selectDecidedOfKind];
  const parameters = { user_pk, after: after ?? null };
  const rows = await (kind === undefined
    ? select(db, parameters)
    : selectOfKind(db, { ...parameters, kind }));
  return {
    cases: rows.slice(0, casesPerPage).map(toSummary),
    has_more: rows.length > casesPerPage,
  };
}

type SummaryRow = Row<"staff.selectOpenCases">;

export function toSummary(row: SummaryRow): CaseSummary {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject as CaseSummary["subject"],
    reports_count: row.reports_count,
    score: {
      severity: row.severity,
      is_of_minor: row.is_of_minor,
      weight: row.weight,
      total: row.score,
    },
    opened_hour: row.opened_hour.toISOString(),
    is_open: row.is_open,
    holder:
      row.holder_account === null
        ? null
        : { account: row.holder_account, is_self: row.is_held_by_self },
    excerpt: row.excerpt,
  };
}

const selectCase = statement(
  "staff.selectCase",
  `
  select ${caseColumns}, subject.locale as subject_locale, cases.object,
    case when subject.suspended_until > now() then subject.suspended_until end as subject_suspended_until,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'number', report.pk,
        'reporter', (select ${buildPersonSql("reporter")} from users reporter where reporter.pk = report.reporter_pk),
        'reason', coalesce(report.reason, 'unstated'), 'note', report.note, 'reported_hour', report.reported_hour,
        'texts', report.evidence -> 'texts', 'locale', report.evidence -> 'locale'
      ) order by report.pk desc)
      from (select * from case_reports where case_pk = cases.pk order by pk desc limit ${shownReports}) report
    ), '[]') as "reports!",
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'author', ${buildPersonSql("author")}, 'text', note.text, 'written_at', note.written_at
      ) order by note.pk)
      from case_notes note join users author on author.pk = note.author_pk where note.case_pk = cases.pk
    ), '[]') as "notes!",
    coalesce((
      select jsonb_agg(${buildActionSql()} order by action.pk) from case_actions action where action.case_pk = cases.pk
    ), '[]') as "actions!",
    coalesce((
      select jsonb_agg(earlier.action order by earlier.pk desc)
      from (
        select action.pk, ${buildActionSql("other")} as action
        from case_actions action join cases other on other.pk = action.case_pk
        where action.subject_pk = cases.subject_pk and action.case_pk <> cases.pk
        order by action.pk desc limit ${shownHistory}
      ) earlier
    ), '[]') as "history!"
  from cases ${caseJoins}
  where cases.id = :id`,
);

/** Finds a case with all that staff see of it; undefined if there is none. */
export async function findCase(db: Db, user_pk: number, id: string): Promise<Case | undefined> {
  const [row] = await selectCase(db, { id, user_pk });
  if (!row) return undefined;
  return {
    ...toSummary(row),
    version: row.version,
    held_until: row.held_until?.toISOString() ?? null,
    reports: row.reports as Case["reports"],
    notes: row.notes as Case["notes"],
    actions: (row.actions as CaseAction[]).map(readAction),
    history: (row.history as CaseAction[]).map(readAction),
    is_sender_sealed: isSenderSealed({
      case_kind: row.kind,
      object: row.object,
      subject_pk: row.subject_pk,
    }),
    prepared: preparedMessages.map((name) => ({
      name,
      text: translate(row.subject_locale ?? "ja", `decision_message_${name}`),
    })),
    subject_suspended_until: row.subject_suspended_until?.toISOString() ?? null,
  };
}

/** Reads an action as the database builds it, whose times have another spelling. */
export function readAction(action: CaseAction): CaseAction {
  const toIso = (time: string) => new Date(time).toISOString();
  return {
    ...action,
    acted_at: toIso(action.acted_at),
    suspended_until: action.suspended_until && toIso(action.suspended_until),
  };
}
