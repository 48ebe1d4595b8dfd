import { formatCommunityPath } from "@toibako/contract/addresses.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { InboxCounts, ReceivedItem } from "@toibako/contract/inbox.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { changeTypes, type QuestionStatus } from "@toibako/contract/questions.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import {
  besideSql,
  countRowsBefore,
  createPager,
  isInReachSql,
  type Position,
} from "#platform/http/pager.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { buildAnswersAtOnceSql } from "../answers/queries.ts";
import { formatCardUrl } from "../cards/queries.ts";
import {
  communityColumns,
  communityJoin,
  findCommunityCardOwner,
  toAssociatedCommunity,
} from "../communities/queries/associated.ts";
import { chooseById, toPaper } from "../questions/policy.ts";
import { toShownStamp } from "../stamps/queries.ts";
import eyeCatches from "./eye-catches.json" with { type: "json" };

/** The number of questions in each part of the inbox of user `u`. */
const countColumns = `
  u.unread_questions_count as unread, u.confirmed_questions_count as confirmed,
  u.hidden_questions_count as hidden, u.held_questions_count as held`;

/** The number of questions on a page of an inbox. */
type PageSize = 3 | 20;

const noQuestions: InboxCounts = { unread: 0, confirmed: 0, hidden: 0, held: 0 };

/**
 * Selects a page of an inbox. The innermost query skips the rows of earlier pages in the index, without
 * reading the table. Each status has its own statement, so that the planner can use the number of
 * questions with that status. A copy of a community question is listed with the receiver's answer to its
 * original. A copy whose original was deleted is left out; it is still counted until a job has deleted it.
 *
 * The planner doesn't know the value of `:limit` and assumes a tenth of an average inbox. On a site with
 * crowded inboxes, it would therefore plan each call anew, which takes longer than the call itself. To prevent this,
 * `size`, which is the same number as `:limit`, limits the rows once more.
 */
const buildReceivedSql = (size: PageSize, page: string) => `
  select ${countColumns}, q.uuid_hash, q.body, q.locale, q.type, q.stamp_id, q.options, q.paper, q.is_self, q.is_baton,
    q.is_welcome, q.is_seen, q.asked_hour, original.uuid_hash as original_uuid_hash, ${communityColumns},
    q.is_answered, a.id as answer_id, a.text as answer_text, a.chosen_option, a.answered_at,
    ${buildAnswersAtOnceSql("u")} as "answers_at_once!"
  from users u
  left join lateral (
    select found.* from (
      select uuid_hash from (${page}) limited limit ${size}
    ) page join questions found using (uuid_hash)
    where not exists (
      select from questions deleted where deleted.pk = found.original_pk and deleted.status = 'deleted'
    )
  ) q on true
  left join answers a on q.is_answered and a.question_pk = coalesce(q.original_pk, q.pk)
    and a.answerer_pk = u.pk
  left join questions original on original.pk = q.original_pk
  ${communityJoin}
  where u.pk = :user_pk
  order by q.asked_hour desc, q.uuid_hash`;

const buildNumberedSql = (status: QuestionStatus, size: PageSize) =>
  buildReceivedSql(
    size,
    `select uuid_hash from questions
    where receiver_pk = u.pk and status = '${status}' and ${isInReachSql}
    order by asked_hour desc, uuid_hash limit :limit offset :offset`,
  );

/** The page beside the questions `:ids`, which may have another status by now. */
function buildBesideSql(status: QuestionStatus, side: Position["side"]): string {
  const { isBeside, order, edgeOrder } = besideSql[side];
  return buildReceivedSql(
    20,
    `select questions.uuid_hash from (
      select asked_hour as time, uuid_hash as key from questions
      where receiver_pk = u.pk and uuid_hash = any(:ids::text[])
      order by ${edgeOrder} limit 1
    ) edge
    join questions on receiver_pk = u.pk and status = '${status}'
      and ${isBeside("asked_hour", "uuid_hash")}
    order by ${order("asked_hour", "uuid_hash")} limit :limit`,
  );
}

const selectReceived = {
  unread: {
    3: statement("inbox.selectThreeUnread", buildNumberedSql("unread", 3)),
    20: statement("inbox.selectUnread", buildNumberedSql("unread", 20)),
    after: statement("inbox.selectUnreadAfter", buildBesideSql("unread", "after")),
    before: statement("inbox.selectUnreadBefore", buildBesideSql("unread", "before")),
  },
  confirmed: {
    3: statement("inbox.selectThreeConfirmed", buildNumberedSql("confirmed", 3)),
    20: statement("inbox.selectConfirmed", buildNumberedSql("confirmed", 20)),
    after: statement("inbox.selectConfirmedAfter", buildBesideSql("confirmed", "after")),
    before: statement("inbox.selectConfirmedBefore", buildBesideSql("confirmed", "before")),
  },
  hidden: {
    3: statement("inbox.selectThreeHidden", buildNumberedSql("hidden", 3)),
    20: statement("inbox.selectHidden", buildNumberedSql("hidden", 20)),
    after: statement("inbox.selectHiddenAfter", buildBesideSql("hidden", "after")),
    before: statement("inbox.selectHiddenBefore", buildBesideSql("hidden", "before")),
  },
};

type ListedRow = Row<"inbox.selectUnread">;
type ReceivedRow = Extract<ListedRow, { uuid_hash: string }> & { status: QuestionStatus };

/**
 * Lists received questions of one status, newest hour first, within an hour in random order. An unread
 * question is new until its receiver has seen it.
 */
export async function listReceived(
  db: Db,
  user: SessionUser,
  status: QuestionStatus,
  page: number,
  limit: PageSize,
  locale: Locale,
  position?: Position,
) {
  const select = selectReceived[status];
  const parameters = { user_pk: user.pk, limit };
  let rows: ListedRow[] = [];
  if (position) {
    rows = await select[position.side](db, { ...parameters, ids: position.ids });
  }
  if (!rows[0]?.uuid_hash) {
    const offset = countRowsBefore(page, limit);
    rows = await select[limit](db, { ...parameters, offset });
  }
  const { unread, confirmed, hidden, held } = rows[0] ?? noQuestions;
  const counts = { unread, confirmed, hidden, held };
  return {
    items: rows.flatMap((row) =>
      row.uuid_hash === null ? [] : toReceivedItem({ ...row, status }, user, locale),
    ),
    pager: createPager(page, limit, counts[status]),
    counts,
  };
}

/** The specification's word for each status, the reverse of `changeTypes`. */
const enumStatuses = Object.fromEntries(
  Object.entries(changeTypes).map(([word, status]) => [status, word]),
) as Record<QuestionStatus, ReceivedItem["enum_status"]>;

function toReceivedItem(row: ReceivedRow, user: SessionUser, locale: Locale): ReceivedItem {
  const { stamp_id, answer_id, answer_text, chosen_option, answered_at, is_seen, ...shown } = row;
  const {
    uuid_hash,
    status,
    type,
    asked_hour,
    locale: question_locale,
    original_uuid_hash,
  } = shown;
  const community = toAssociatedCommunity(row, locale);
  const communityPage =
    community && `/${locale}${formatCommunityPath(community)}/items/${original_uuid_hash}`;
  const formattedHour = formatDate("hour", asked_hour, createDateReader(locale, user));
  const cardOwner = findCommunityCardOwner(row, question_locale) ?? user;
  const image_url = formatCardUrl(original_uuid_hash ?? uuid_hash, cardOwner);
  const questionPage = `/${locale}/q/${uuid_hash}${type === "choose" ? "?type=choose" : ""}`;
  return {
    ...shown,
    answer:
      answer_id === null
        ? null
        : {
            id: answer_id,
            text: answer_text,
            chosen_option,
            answered_at: answered_at.toISOString(),
          },
    stamp: toShownStamp(stamp_id),
    paper: toPaper(shown.paper, uuid_hash),
    card_theme: cardOwner.card_theme,
    image_url,
    eye_catch_url: `/pictures/eye-catches/${chooseById(eyeCatches, uuid_hash)}.svg`,
    enum_status: enumStatuses[status],
    is_new: status === "unread" && !is_seen,
    has_not_been_read_yet: status === "unread",
    has_been_read: status === "confirmed",
    moved_to_recycle_bin: status === "hidden",
    asked_hour: asked_hour.toISOString(),
    asked_date_time__formatted_for_user: formattedHour,
    relative_time: formattedHour,
    associated_community: community,
    separate_page_uri_for_this_question: communityPage ?? questionPage,
    answers_page_uri: communityPage,
    is_choose_question: type === "choose",
    report_about_all_questions_of_same_user_flag: !row.is_self && !row.is_welcome && !community,
  };
}

const selectCounts = statement(
  "inbox.selectCounts",
  `
  select ${countColumns} from users u where u.pk = :user_pk`,
);

/** Counts the questions in each part of an inbox. */
export async function countInbox(db: Db, user_pk: number): Promise<InboxCounts> {
  return (await selectCounts(db, { user_pk }))[0] ?? noQuestions;
}
