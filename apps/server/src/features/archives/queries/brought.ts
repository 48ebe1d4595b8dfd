import { type BroughtAnswer, broughtPerPage } from "@toibako/contract/archives/brought.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import { isWithheld } from "../../answers/policy.ts";
import { toShownStamp } from "../../stamps/queries.ts";

// Returns one row with a null `id` if the account has no imported answers, or if the page is past the end.
const selectBroughtOfAccount = statement(
  "archives.selectBroughtOfAccount",
  `
  select u.pk as owner_pk, u.brought_answers_count - (
      select count(*)::int from brought_reports
      join brought_answers reported on reported.id = brought_reports.brought_answer_id
      where brought_reports.reporter_pk = :user_pk?::bigint and reported.user_pk = u.pk
    ) as "total_count!", page.*
  from users u
  left join lateral (
    select id, type, body, stamp_id, options, locale, is_sensitive, text, chosen_option, answered_at
    from brought_answers listed where user_pk = u.pk and not exists (
      select from brought_reports
      where brought_reports.reporter_pk = :user_pk?::bigint and brought_reports.brought_answer_id = listed.id
    )
    and ${isInReachSql}
    order by answered_at desc, id limit ${broughtPerPage} offset :offset
  ) page on true
  where lower(u.account) = lower(:account) and u.left_at is null
  order by page.answered_at desc, page.id`,
);

type ListedRow = Row<"archives.selectBroughtOfAccount">;
type BroughtRow = Extract<ListedRow, { id: string }>;

/**
 * Returns the answers that an account has brought along, newest first, except answers that the viewer has reported.
 * Undefined if the account doesn't exist.
 */
export async function listBroughtOf(
  db: Db,
  account: string,
  page: number,
  viewer: Viewer,
  locale: Locale,
) {
  const rows = await selectBroughtOfAccount(db, {
    account,
    user_pk: viewer.user?.pk ?? null,
    offset: countRowsBefore(page, broughtPerPage),
  });
  const [first] = rows;
  if (!first) return undefined;
  return {
    answers: rows.flatMap((row) => (row.id === null ? [] : toBroughtAnswer(row, viewer, locale))),
    pager: createPager(page, broughtPerPage, first.total_count),
  };
}

/** Converts a row. Leaves out the content of a sensitive question if it is withheld from the viewer. */
function toBroughtAnswer(row: BroughtRow, viewer: Viewer, locale: Locale): BroughtAnswer {
  const isOwn = viewer.user?.pk === row.owner_pk;
  const is_withheld = !isOwn && isWithheld(!row.is_sensitive, viewer.user);
  return {
    id: row.id,
    type: row.type,
    body: is_withheld ? "" : row.body,
    stamp: is_withheld ? null : toShownStamp(row.stamp_id),
    options: is_withheld ? null : row.options,
    locale: row.locale,
    is_sensitive: row.is_sensitive,
    is_withheld,
    is_deleted: !is_withheld && row.body === "",
    answer_body: is_withheld ? "" : row.text,
    chosen_option: is_withheld ? null : row.chosen_option,
    answered_at: row.answered_at.toISOString(),
    relative_time: formatDate("age", row.answered_at, createDateReader(locale, viewer.user)),
  };
}

/** Returns the paths, without the locale, of the cached pages that show the imported answers of an account. */
export function listBroughtPages(account: string): string[] {
  return [`/${account}`, `/${account}/brought`];
}
