import { statement } from "#platform/database/statement.ts";
import { buildTextSql, openCaseSql } from "./open-case.ts";

/** Locks an account before its case, as reports and decisions lock a thing. */
export const lockReportedAccount = statement(
  "staff.lockReportedAccount",
  "select pk from users where id = :object for no key update",
);

interface AccountReport {
  reporter_pk: string;
  reason: string;
  note: string;
  /** SQL condition: the report `earlier` of the open case says the same, so that nothing is stored. */
  isSame: string;
}

/**
 * Builds the CTE `reported_account` and those by which a report of the locked account `:reported_pk` opens a case or joins
 * the open one, with the account's name and self introduction as they are now. `reported_account` is empty if the open
 * case has the report already.
 */
export const buildAccountReportSql = ({ reporter_pk, reason, note, isSame }: AccountReport) => `
  reported_account as (
    select u.pk, u.id, u.displaying_name, u.self_introduction from users u
    where u.pk = :reported_pk and not exists (
      select from cases join case_reports earlier on earlier.case_pk = cases.pk
      where cases.kind = 'account' and cases.object = u.id and cases.is_open and ${isSame}
    )
  ), ${openCaseSql("reported_account", {
    kind: "'account'",
    object: "id",
    subject_pk: "pk",
    reporter_pk,
    reason,
    note,
    locale: "null::text",
    texts: `jsonb_build_array(${buildTextSql("displaying_name", "displaying_name")})
      || case when self_introduction = '' then '[]' else jsonb_build_array(${buildTextSql("self_introduction", "self_introduction")}) end`,
    reported_hour: ":hour",
  })}`;
