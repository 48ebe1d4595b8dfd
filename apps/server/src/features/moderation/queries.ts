import type { Locale } from "@toibako/contract/locales.ts";
import { type Block, blocksPerPage } from "@toibako/contract/moderation.ts";
import { truncate } from "@toibako/contract/text.ts";
import { formatHour } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { pagerOf, rowsBefore } from "#platform/pager.ts";
import type { SessionUser } from "#platform/viewer.ts";

interface BlockRow extends Omit<Block, "formatted_date_time"> {
  blocked_hour: Date;
}

// A page beyond the last one tells the number as well, so that its reader is led back.
const blocks = statement<{ total_count: number } & (BlockRow | { id: null })>(`
  select c.total_count, b.id, u.account, u.displaying_name, u.icon_url, b.question_body,
    b.blocked_hour
  from (select count(*)::int as total_count from blocks where receiver_pk = $1) c
  left join lateral (
    select * from blocks where receiver_pk = $1
    order by blocked_hour desc, id limit ${blocksPerPage} offset $2
  ) b on true
  left join users u on u.pk = b.blocked_pk
  order by b.blocked_hour desc, b.id`);

const excerpt = 60;

/** Whom somebody blocks: accounts by name, senders by the question that it was for. */
export async function listBlocksOf(db: Db, user: SessionUser, page: number, locale: Locale) {
  const rows = await blocks(db, user.pk, rowsBefore(page, blocksPerPage));
  return {
    blocks: rows.flatMap((row) => {
      if (row.id === null) return [];
      const { blocked_hour, total_count: _, question_body, ...block } = row;
      return {
        ...block,
        question_body: question_body && truncate(question_body, excerpt),
        formatted_date_time: formatHour(blocked_hour, locale, user.time_zone),
      };
    }),
    pager: pagerOf(page, blocksPerPage, rows[0]?.total_count ?? 0),
  };
}
