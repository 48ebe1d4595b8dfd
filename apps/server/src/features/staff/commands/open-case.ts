import type { EvidenceText } from "@toibako/contract/staff/cases.ts";

/** SQL expressions of a report; they may use the columns of the CTE that it follows. */
interface ReportColumns {
  /** One of `caseKinds`. */
  kind: string;
  /** The id of the reported thing, as text. */
  object: string;
  /** The account that the case is about; `null::bigint` for somebody anonymous. */
  subject_pk: string;
  /** Null for an anonymous reporter, whom the case must not name. */
  reporter_pk: string;
  /** One of `caseReasons`; `null::text` if the form asks for none. */
  reason: string;
  note: string;
  /** The language of the reported thing; `null::text` if it has none. */
  locale: string;
  /** An array of what `buildTextSql` builds. */
  texts: string;
  /** The hour, or the day of an anonymous reporter. */
  reported_hour: string;
}

/**
 * Builds the CTEs by which a report opens a case or joins the open one, in the statement that stores the report: one
 * report for each row of `from`, which must name each thing once.
 *
 * The score grows with the gravest reason, with a reporter under 18, and with the logarithm of the reporters' weights.
 * The weight of a reporter is how often their reports were right; somebody without decided reports has 0.5.
 */
export function openCaseSql(from: string, columns: ReportColumns): string {
  return `case_report as (
    select (${columns.kind})::text as kind, (${columns.object})::text as object, (${columns.subject_pk})::bigint as subject_pk,
      (${columns.reporter_pk})::bigint as reporter_pk, (${columns.reason})::text as reason,
      (${columns.note})::text as note,
      jsonb_build_object('locale', ${columns.locale}, 'texts', ${columns.texts}) as evidence,
      (${columns.reported_hour})::timestamptz as reported_hour
    from ${from}
  ), opened_case as (
    insert into cases as open_case
      (kind, object, subject_pk, opened_hour, reports_count, severity, is_of_minor, weight)
    select kind, object, subject_pk, reported_hour, 1,
      case reason when 'self_harm' then 3 when 'sexual' then 2 when 'solicitation' then 2 when 'harassment' then 1 else 0 end,
      coalesce(reporter.birthday > current_date - interval '18 years', false),
      coalesce(round((reporters.accepted + 1.0) / (reporters.decided + 2), 1), 0.5)
    from case_report
    left join users reporter on reporter.pk = case_report.reporter_pk
    left join reporters on reporters.user_pk = case_report.reporter_pk
    on conflict (kind, object) where is_open do update set
      reports_count = open_case.reports_count + 1,
      severity = greatest(open_case.severity, excluded.severity),
      is_of_minor = open_case.is_of_minor or excluded.is_of_minor,
      weight = open_case.weight + excluded.weight
    returning pk, kind, object
  ), new_case_report as (
    insert into case_reports (case_pk, reporter_pk, reason, note, evidence, reported_hour)
    select opened_case.pk, reporter_pk, reason, note, evidence, reported_hour
    from case_report join opened_case using (kind, object)
  )`;
}

/**
 * Builds the SQL of one text that staff see of a case; `text` is an SQL expression. It names no author: that is the
 * subject of the case, or somebody whom staff need not know.
 */
export const buildTextSql = (
  role: EvidenceText["role"],
  text: string,
  is_reported: boolean | string = true,
) => `jsonb_build_object(
    'role', '${role}', 'text', ${text}, 'is_reported', ${is_reported}
  )`;
