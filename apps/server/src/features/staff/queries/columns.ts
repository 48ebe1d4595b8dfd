/** SQL: a person as `{ account, displaying_name }`, or null if the account is gone. */
export const buildPersonSql = (alias: string) =>
  `case when ${alias}.pk is not null then
    jsonb_build_object('account', ${alias}.account, 'displaying_name', ${alias}.displaying_name) end`;

/** SQL condition: the case isn't about the account of staff that looks, which would learn who has reported it. */
export const isVisibleSql = "cases.subject_pk is distinct from :user_pk";

/** The order of open cases, the largest first. The same expression is in the indexes. */
export const scoreSql =
  "cases.severity + cases.is_of_minor::integer + 2 * ln(1 + cases.weight::double precision)";

/** Columns of a `CaseSummary` from `cases`, `subject` and `holder`; the excerpt is of the first report. */
export const caseColumns = `
  cases.pk, cases.id, cases.kind, cases.reports_count, cases.severity, cases.is_of_minor, cases.weight,
  ${scoreSql} as "score!", cases.opened_hour, cases.is_open, cases.version, cases.held_until, cases.subject_pk, cases.excluded_pk,
  ${buildPersonSql("subject")} as subject,
  case when cases.held_until > now() then holder.account end as holder_account,
  coalesce(cases.held_until > now() and cases.holder_pk = :user_pk, false) as "is_held_by_self!",
  coalesce((
    select left(reported ->> 'text', 200)
    from case_reports, jsonb_array_elements(evidence -> 'texts') reported
    where case_pk = cases.pk and (reported ->> 'is_reported')::boolean order by case_reports.pk limit 1
  ), '') as "excerpt!"`;

export const caseJoins = `
  left join users subject on subject.pk = cases.subject_pk
  left join users holder on holder.pk = cases.holder_pk`;

/** SQL: one `CaseAction` from `case_actions action`; `cases` is the alias of its case. */
export const buildActionSql = (cases = "cases") => `jsonb_build_object(
  'id', action.id, 'case_id', ${cases}.id, 'kind', action.kind, 'message', action.message,
  'suspended_until', action.suspended_until, 'acted_at', action.acted_at,
  'actor', (select ${buildPersonSql("actor")} from users actor where actor.pk = action.actor_pk),
  'undone_by', (select ${buildPersonSql("undoer")} from users undoer where undoer.pk = action.undone_by_pk)
)`;
