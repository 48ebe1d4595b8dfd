import type { Output } from "@toibako/contract/endpoint.ts";
import { type CaseKind, caseKinds } from "@toibako/contract/staff/cases.ts";
import { chartDays, countedCases, type getOverview } from "@toibako/contract/staff/overview.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { isVisibleSql } from "./columns.ts";

/** Builds the statement that counts the oldest rows of a relation; `order` is that of an index of these rows alone. */
const buildWaitingSql = (relation: string, time: string, order = time) => `
  select count(*)::integer as count, min(${time}) as oldest_hour
  from (select ${time} from ${relation} order by ${order} limit ${countedCases + 1}) oldest`;

const selectWaiting = statement(
  "staff.selectWaiting",
  `
  select kinds.kind as "kind!", waiting.count as "count!", waiting.oldest_hour as "oldest_hour!"
  from unnest(:kinds::text[]) with ordinality as kinds (kind, place)
  cross join lateral (
    ${buildWaitingSql(`cases where is_open and cases.kind = kinds.kind and ${isVisibleSql}`, "opened_hour")}
  ) waiting
  where waiting.count > 0
  order by kinds.place`,
);

const selectWaitingInquiries = statement(
  "staff.selectWaitingInquiries",
  buildWaitingSql("inquiries where is_open", "made_at", "pk"),
);

const selectDays = statement(
  "staff.selectDays",
  `
  with days as (
    select day, day at time zone 'Asia/Tokyo' as start, (day + interval '1 day') at time zone 'Asia/Tokyo' as stop
    from generate_series(0, ${chartDays - 1}) as ago
    cross join lateral (
      select date_trunc('day', now() at time zone 'Asia/Tokyo') - make_interval(days => ago) as day
    ) dated
  )
  select to_char(day, 'YYYY-MM-DD') as "day!",
    (select count(*) from users where created_at >= start and created_at < stop)::integer as "accounts!",
    (select count(*) from case_reports where reported_hour >= start and reported_hour < stop)::integer as "reports!",
    (select count(*) from case_actions where acted_at >= start and acted_at < stop)::integer as "decisions!"
  from days order by day`,
);

/** Finds what waits for the account of staff `user_pk`, and counts the last days. */
export async function findOverview(db: Db, user_pk: number): Promise<Output<typeof getOverview>> {
  const [waiting, [inquiries], days] = await Promise.all([
    selectWaiting(db, { user_pk, kinds: [...caseKinds] }),
    selectWaitingInquiries(db, {}),
    selectDays(db, {}),
  ]);
  return {
    waiting: waiting.map(({ kind, count, oldest_hour }) => ({
      kind: kind as CaseKind,
      count,
      oldest_hour: oldest_hour.toISOString(),
    })),
    inquiries: inquiries?.oldest_hour
      ? { count: inquiries.count, oldest_hour: inquiries.oldest_hour.toISOString() }
      : null,
    days,
  };
}
