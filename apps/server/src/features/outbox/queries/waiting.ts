import { getIconUrl } from "@toibako/contract/avatars.ts";
import { cardThemes } from "@toibako/contract/cards.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { waitingDays, waitingPerPage } from "@toibako/contract/outbox.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import {
  buildCommunityColumns,
  buildCommunityJoin,
  toAssociatedCommunity,
} from "../../communities/queries/associated.ts";
import { toPaper } from "../../questions/policy.ts";
import { listSenderTags } from "../../questions/queries/sender-tags.ts";
import { chooseSenderText, toShownStamp } from "../../stamps/queries.ts";

// Includes held and dropped questions, so that the list doesn't reveal what happened to them. A question with the status
// `deleted` was hidden by staff: one that its sender has deleted is no longer found by its tag.
const selectWaiting = statement(
  "outbox.selectWaiting",
  `
  with unanswered_questions as (
    select q.*, own.position from unnest(:tags::bytea[]) with ordinality as own (tag, position)
    join sent_questions on sent_questions.tag = own.tag
    join questions q on q.pk = sent_questions.question_pk
    where not q.is_answered and q.status <> 'deleted' and q.asked_hour >= now() - interval '${waitingDays} days'
      and not exists (select from users receiver where receiver.pk = q.receiver_pk and receiver.left_at is not null)
  )
  select total.total_count as "total_count!", page.*
  from (select count(*)::int as total_count from unanswered_questions) total
  left join lateral (
    select waiting.uuid_hash, waiting.body, waiting.stamp_id, stamps.texts as stamp_texts, waiting.options, waiting.paper, waiting.asked_hour,
      u.account as receiver_account, u.displaying_name as receiver_displaying_name,
      u.icon_url as receiver_icon_url, u.card_theme, ${buildCommunityColumns("waiting")}, community.icon_uri, waiting.position
    from unanswered_questions waiting left join users u on u.pk = waiting.receiver_pk
    left join stamps on stamps.id = waiting.stamp_id
    ${buildCommunityJoin("waiting")}
    where ${isInReachSql}
    order by waiting.asked_hour desc, waiting.position desc limit ${waitingPerPage} offset :offset
  ) page on true
  order by page.asked_hour desc, page.position desc`,
);

/** Lists a sender's unanswered questions, newest hour first, and within an hour the last sent first. */
export async function listWaiting(
  services: Pick<Services, "db" | "secrets" | "sent_counts">,
  viewer: Viewer,
  page: number,
  locale: Locale,
) {
  const tags = await listSenderTags(services.db, services, viewer);
  const rows =
    tags.length === 0
      ? []
      : await selectWaiting(services.db, { tags, offset: countRowsBefore(page, waitingPerPage) });
  const reader = createDateReader(locale, viewer.user);
  return {
    questions: rows.flatMap((row) => {
      if (row.uuid_hash === null) return [];
      const { uuid_hash, body, options, stamp_id, stamp_texts, asked_hour } = row;
      return {
        uuid_hash,
        body: chooseSenderText(body, stamp_texts, locale),
        options,
        paper: row.community_id === null ? toPaper(row.paper, uuid_hash) : null,
        card_theme: row.community_card_theme ?? row.card_theme ?? cardThemes[0],
        ...describeReceiver(row, locale),
        stamp: toShownStamp(stamp_id),
        asked_hour: asked_hour.toISOString(),
        asked_date_time__formatted_for_user: formatDate("hour", asked_hour, reader),
      };
    }),
    pager: createPager(page, waitingPerPage, rows[0]?.total_count ?? 0),
  };
}

/** Describes the receiver of a question: an account, or a community in the same fields. */
function describeReceiver(row: Row<"outbox.selectWaiting">, locale: Locale) {
  const associated_community = toAssociatedCommunity(row, locale);
  if (associated_community) {
    return {
      receiver_account: "",
      receiver_displaying_name: `#${associated_community.name}`,
      receiver_icon_url: row.icon_uri ?? "",
      associated_community,
    };
  }
  const receiver_account = row.receiver_account ?? "";
  return {
    receiver_account,
    receiver_displaying_name: row.receiver_displaying_name ?? "",
    receiver_icon_url: getIconUrl(receiver_account, row.receiver_icon_url),
    associated_community,
  };
}
