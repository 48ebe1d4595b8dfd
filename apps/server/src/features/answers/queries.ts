import { getIconUrl } from "@toibako/contract/avatars.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import { type Item, itemsPerPage } from "@toibako/contract/items.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { QuestionAddress } from "@toibako/contract/questions.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager, isInReachSql, type Position } from "#platform/http/pager.ts";
import type { SessionUser, Viewer } from "#platform/identity/viewer.ts";
import { findCardAnswer, formatCardUrl } from "../cards/queries.ts";
import {
  buildAnswerKeySql,
  communityColumns,
  communityJoin,
  findCommunityCardOwner,
  toAssociatedCommunity,
} from "../communities/queries/associated.ts";
import { mayLike } from "../likes/policy.ts";
import { isItemUnreportedSql } from "../moderation/queries.ts";
import { toShownStamp } from "../stamps/queries.ts";
import { isWithheld } from "./policy.ts";

/**
 * The columns of an item: of an answer `a`, its question `q` and its answerer `u`. The statement must contain
 * `communityJoin`.
 */
export const itemColumns = `
  q.uuid_hash, q.body, q.is_ad_default and coalesce(a.is_ad_default, true) as "is_ad_default!",
  q.status = 'deleted' as "is_deleted!", q.is_welcome, ${communityColumns}, q.type, q.stamp_id, q.options, q.locale,
  a.id as answer_id, a.text as answer_body, a.chosen_option, a.milestone,
  a.likes_count as answer_likes_count, a.answered_at, u.pk as answerer_pk, u.card_theme,
  u.account as answered_user_account, u.displaying_name as answered_user_name,
  u.icon_url as answered_user_icon`;

/** Whether the actor in `:like_actor` likes answer `a`; false without an actor. */
export const isLikedColumn = `
  exists (select 1 from answer_likes likes where likes.answer_pk = a.pk and likes.actor_key = :like_actor?::bytea)
    as "is_liked!"`;

/**
 * SQL expression: how many questions one answer to `q` answers. `user` is the alias of the receiver's row.
 * The number is more than one if the receiver answers stamps in batches and several unread questions have
 * the same stamp. The last line adds `q` itself if it is not unread, because the subquery counts unread questions only.
 */
export const buildAnswersAtOnceSql = (user: string) => `
  case when q.stamp_id is null or q.is_answered or not ${user}.is_batch_answer_to_stamp then 1
  else (
    select count(*)::int from questions same where same.receiver_pk = ${user}.pk
      and same.status = 'unread' and same.stamp_id = q.stamp_id
  ) + (q.status <> 'unread')::int end`;

const selectAnswerable = statement(
  "answers.selectAnswerable",
  `
  select q.type, q.options, q.is_welcome, original.uuid_hash as original_uuid_hash
  from questions q left join questions original on original.pk = q.original_pk
  where q.uuid_hash = :question_id and q.receiver_pk = :receiver_pk
    and q.status in ('unread', 'confirmed', 'hidden')`,
);

/**
 * Finds the type and options of a question that its receiver may answer; undefined if there is none. If the question is
 * a copy, `original_uuid_hash` is the id of its original.
 */
export async function findAnswerable(db: Db, question_id: string, receiver_pk: number) {
  return (await selectAnswerable(db, { question_id, receiver_pk }))[0];
}

const selectAnswered = statement(
  "answers.selectAnswered",
  `
  select q.type, q.options from answers a join questions q on q.pk = a.question_pk
  where a.id = :id and a.answerer_pk = :answerer_pk`,
);

/** Finds the type and options of the question of an answer; undefined if the answer isn't by this answerer. */
export async function findQuestionOfAnswer(db: Db, id: string, answerer_pk: number) {
  return (await selectAnswered(db, { id, answerer_pk }))[0];
}

/**
 * Builds the clauses that select a page of answers of the account with the handle `:account`, joined to that account
 * `u`. `page` selects the answers. Answers that the viewer has reported are left out afterwards, so that pages have
 * the same boundaries for all viewers.
 */
const buildAnswersOfAccountSql = (page: string) => `
  from users u
  left join (
    lateral (${page}) a join questions q on q.pk = a.question_pk
  ) on ${isItemUnreportedSql}
  ${communityJoin}
  where lower(u.account) = lower(:account) and u.left_at is null
  order by a.pk desc`;

export const answersOfAccountSql = buildAnswersOfAccountSql(`
  select * from answers where answerer_pk = u.pk and ${isInReachSql}
  order by pk desc limit ${itemsPerPage} offset :offset`);

// In this statement and the next one, an empty page is one row with a null `uuid_hash`. No row means that
// there is no such account or answered question.
export const selectAnswersOfAccount = statement(
  "answers.selectOfAccount",
  `
  select u.answers_count as total_count, ${itemColumns}, ${isLikedColumn}
  ${answersOfAccountSql}`,
);

const answersOnOtherPage = "from answers where answerer_pk = u.pk and id = any(:ids::text[])";

/**
 * The answers beside the page with the answers `:ids`; deleted ones among these are ignored. `after` selects one answer
 * more than the page has, which shows that there is a further page.
 */
const selectBeside = {
  after: statement(
    "answers.selectAfter",
    `
    select u.answers_count as total_count, ${itemColumns}, ${isLikedColumn}
    ${buildAnswersOfAccountSql(`
      select * from answers where answerer_pk = u.pk and pk < (select min(pk) ${answersOnOtherPage})
      order by pk desc limit ${itemsPerPage + 1}`)}`,
  ),
  before: statement(
    "answers.selectBefore",
    `
    select u.answers_count as total_count, ${itemColumns}, ${isLikedColumn}
    ${buildAnswersOfAccountSql(`
      select * from answers where answerer_pk = u.pk and pk > (select max(pk) ${answersOnOtherPage})
      order by pk limit ${itemsPerPage}`)}`,
  ),
};

const selectLatest = statement(
  "answers.selectLatest",
  `
  select u.answers_count - 1 as "total_count!", ${itemColumns}, ${isLikedColumn}
  from questions asked
  join answers answered on answered.pk = ${buildAnswerKeySql("asked")}
  join users u on u.pk = answered.answerer_pk and u.left_at is null
  left join (
    lateral (
      select * from answers
      where answerer_pk = u.pk and pk <> answered.pk
      and ${isInReachSql}
      order by pk desc limit ${itemsPerPage} offset :offset
    ) a join questions q on q.pk = a.question_pk
  ) on ${isItemUnreportedSql}
  ${communityJoin}
  where asked.uuid_hash = :uuid_hash
  order by a.pk desc`,
);

/** A row of a list, or the only row of an empty page. */
type ListedRow = Row<"answers.selectOfAccount">;
type ItemRow = Omit<Extract<ListedRow, { uuid_hash: string }>, "total_count">;

/**
 * Lists the answers of an account as items, newest first; undefined if there is no such account. With a position,
 * `page` is only the number to reply with, unless all answers of the other page have been deleted.
 */
export async function listItemsOfAccount(
  db: Db,
  account: string,
  page: number,
  viewer: Viewer,
  locale: Locale,
  position?: Position,
) {
  const { offset, ...parameters } = { account, ...buildPageParameters(page, viewer) };
  if (position) {
    const rows = await selectBeside[position.side](db, { ...parameters, ids: position.ids });
    if (rows[0]?.uuid_hash) return toItemPage(rows, page, viewer, locale);
  }
  const rows = await selectAnswersOfAccount(db, { ...parameters, offset });
  return toItemPage(rows, page, viewer, locale);
}

/** Lists the newest other answers of a question's answerer; undefined if the address names no answered question. */
export async function listLatestAnswers(
  db: Db,
  { uuid_hash, answer_id }: QuestionAddress,
  page: number,
  viewer: Viewer,
  locale: Locale,
) {
  const parameters = {
    uuid_hash,
    answer_id: answer_id ?? null,
    ...buildPageParameters(page, viewer),
  };
  return toItemPage(await selectLatest(db, parameters), page, viewer, locale);
}

export function buildPageParameters(page: number, viewer: Viewer) {
  return {
    offset: countRowsBefore(page, itemsPerPage),
    like_actor: viewer.like_actor ?? null,
    user_pk: viewer.user?.pk ?? null,
  };
}

export function toItemPage(
  rows: readonly ListedRow[],
  page: number,
  viewer: Viewer,
  locale: Locale,
) {
  if (rows[0] === undefined) return undefined;
  const pager = createPager(page, itemsPerPage, rows[0].total_count);
  // After deletions on earlier pages, the number of answers alone would hide the last ones.
  if (rows.length > itemsPerPage) pager.total_pages = Math.max(pager.total_pages, page + 1);
  return {
    items: rows
      .slice(0, itemsPerPage)
      .flatMap((row) => (row.uuid_hash === null ? [] : toItem(row, viewer, locale))),
    pager,
  };
}

/**
 * Converts a row to an item. By default the item is withheld if it is sensitive and this viewer may
 * not see sensitive items.
 */
export function toItem(
  row: ItemRow,
  viewer: Viewer,
  locale: Locale,
  is_withheld = isWithheld(row.is_ad_default, viewer.user),
): Item {
  const { uuid_hash, card_theme, answered_user_account, answered_user_name, answered_at } = row;
  const owner = findCommunityCardOwner(row, row.locale) ?? {
    card_theme,
    displaying_name: answered_user_name,
    icon_url: row.answered_user_icon,
  };
  const isOwn = viewer.user?.pk === row.answerer_pk;
  // In a community the answer is marked as sensitive, so it is withheld too, except from its answerer.
  const isAnswerWithheld = is_withheld && row.community_id !== null && !isOwn;
  // Fields are named one by one, because object spread and rest take ten times as long.
  return {
    uuid_hash,
    body: is_withheld ? "" : row.body,
    type: row.type,
    stamp: is_withheld ? null : toShownStamp(row.stamp_id),
    options: is_withheld ? null : row.options,
    locale: row.locale,
    is_ad_default: row.is_ad_default,
    is_withheld,
    is_deleted: row.is_deleted,
    associated_community: toAssociatedCommunity(row, locale),
    is_welcome: row.is_welcome,
    image_url: formatCardUrl(uuid_hash, owner, is_withheld, findCardAnswer(row)),
    card_theme: owner.card_theme,
    answer_id: row.answer_id,
    answer_body: isAnswerWithheld ? "" : row.answer_body,
    chosen_option: is_withheld ? null : row.chosen_option,
    milestone: row.milestone,
    answer_likes_count: row.answer_likes_count,
    answered_at: answered_at.toISOString(),
    relative_time: formatDate("age", answered_at, createDateReader(locale, viewer.user)),
    is_liked: row.is_liked,
    may_like: mayLike(viewer, row.answerer_pk),
    answered_user_account,
    answered_user_name,
    answered_user_icon: getIconUrl(answered_user_account, row.answered_user_icon),
  };
}

/** Number of a user's newest answers whose cached pages are invalidated; other cached pages expire within a minute. */
const maxItemPages = 200;

const selectNewestAnswered = statement(
  "answers.selectNewestAnswered",
  `
  select q.uuid_hash from answers a join questions q on q.pk = a.question_pk
  where a.answerer_pk = :answerer_pk order by a.pk desc limit ${maxItemPages}`,
);

/** Lists the paths, without the locale, of the cached pages that show items of a user. */
export async function listItemPages(
  db: Db,
  { pk, account }: Pick<SessionUser, "pk" | "account">,
): Promise<string[]> {
  const answered = await selectNewestAnswered(db, { answerer_pk: pk });
  return [`/${account}`, ...answered.map(({ uuid_hash }) => `/q/${uuid_hash}`)];
}
