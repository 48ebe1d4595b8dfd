import { getDateTag } from "@toibako/contract/dates.ts";
import { type PublicMonth, publicCountNames, publicMonths } from "@toibako/contract/help.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const selectMonths = statement(
  "staff.selectPublicMonths",
  `
  select to_char(month, 'YYYY-MM') as "month!",
    ${publicCountNames
      .map(
        (name) => `coalesce(sum(count) filter (where name = '${name}'), 0)::integer as "${name}!"`,
      )
      .join(", ")}
  from generate_series(0, ${publicMonths - 1}) as ago
  cross join lateral (
    select (date_trunc('month', now() at time zone 'UTC') - make_interval(months => ago))::date as month
  ) dated
  left join public_counts on day >= month and day < month + interval '1 month'
  group by month
  order by month desc`,
);

/** Sums up what was counted in each of the last months, this one first. */
export async function listPublicMonths(db: Db, locale: Locale): Promise<PublicMonth[]> {
  const format = new Intl.DateTimeFormat(getDateTag(locale), {
    year: "numeric",
    month: "short",
    calendar: "gregory",
    timeZone: "UTC",
  });
  return (await selectMonths(db, {})).map((counted) => ({
    ...counted,
    formatted_month: format.format(new Date(`${counted.month}-01`)),
  }));
}
