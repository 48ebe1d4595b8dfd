import type { PublicCountName } from "@toibako/contract/help.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const decisions = {
  hide: "hidden",
  warn: "warned",
  suspend: "suspended",
  stop_sender: "stopped",
  accept_appeal: "appeals_accepted",
} satisfies Record<string, PublicCountName>;

const decisionSql = `case case_actions.kind ${Object.entries(decisions)
  .map(([kind, name]) => `when '${kind}' then '${name}'`)
  .join(" ")} end`;

// A day without a counted event has no row, so the days after the last row are read once more. A day that has a row
// isn't counted again, because some of its events may be gone.
const insertCounts = statement(
  "staff.insertPublicCounts",
  `
  with period as (
    select
      coalesce((max(day) + 1)::timestamp at time zone 'UTC', '-infinity') as start,
      date_trunc('day', now() - interval '1 hour', 'UTC') as stop
    from public_counts
  ), events as (
    select case cases.kind when 'appeal' then 'appeals' else 'reports' end as name, reported_hour as happened_at
    from period join case_reports on reported_hour >= start and reported_hour < stop
    join cases on cases.pk = case_reports.case_pk
    where cases.kind <> 'held_question' and case_reports.reason is distinct from 'staff'
    union all
    select ${decisionSql}, acted_at from period join case_actions on acted_at >= start and acted_at < stop
    union all
    select 'seals_asked', asked_at from period join seal_requests on asked_at >= start and asked_at < stop
    union all
    select case status when 'refused' then 'seals_refused' else 'seals_approved' end, decided_at
    from period join seal_requests on decided_at >= start and decided_at < stop
    union all
    select 'seals_read', read_at from period join seal_requests on read_at >= start and read_at < stop
  )
  insert into public_counts (day, name, count)
  select (happened_at at time zone 'UTC')::date, name, count(*) from events
  where name is not null
  group by 1, 2
  on conflict do nothing`,
);

/** Counts what happened on the days that have ended since the last count, before old cases and accounts are deleted. */
export async function countPublicEvents(db: Db): Promise<void> {
  await insertCounts(db, {});
}
