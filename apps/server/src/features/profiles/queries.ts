import { getIconUrl } from "@toibako/contract/avatars.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { LikedItem, PublicUser } from "@toibako/contract/profiles.ts";
import { truncateText } from "@toibako/contract/text.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import type { CallingPage } from "#platform/http/in-process.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import {
  answersOfAccountSql,
  buildPageParameters,
  isLikedColumn,
  itemColumns,
  listItemsOfAccount,
  toItemPage,
} from "../answers/queries.ts";
import { formatProfileCardUrl } from "../cards/queries.ts";
import {
  communityColumns,
  communityJoin,
  toAssociatedCommunity,
} from "../communities/queries/associated.ts";
import { isItemUnreportedSql } from "../moderation/queries.ts";

/**
 * The public columns of `users u`, as the viewer `:viewer_pk` sees them, except `card_theme`, which
 * `itemColumns` contains. The likes are called `all_likes_count`, because `itemColumns` has an
 * `answer_likes_count` of each answer.
 */
const publicColumns = `
  u.account, u.account as toibako_id, u.displaying_name, u.icon_url, u.self_introduction,
  u.answers_count, u.brought_answers_count, u.answer_likes_count as all_likes_count, u.follows_count, u.followers_count,
  u.is_receive_dm, u.share_image_revision, u.pk is not distinct from :viewer_pk?::bigint as is_self,
  exists (
    select 1 from follows where follower_pk = :viewer_pk? and followed_pk = u.pk
  ) as "is_friend!",
  exists (
    select 1 from follows where follower_pk = u.pk and followed_pk = :viewer_pk?
  ) as "is_follower!"`;

const selectPublicUser = statement(
  "profiles.selectPublicUser",
  `
  select ${publicColumns}, u.card_theme from users u
  where (lower(u.account) = lower(:account_or_id) or u.id = :account_or_id) and u.left_at is null`,
);

/**
 * Finds the public part of an account by its handle or its id; undefined if there is none or its owner has
 * left it. No handle is as long as an id, so they can't be confused.
 */
export async function findPublicUser(
  db: Db,
  account_or_id: string,
  viewer_pk: number | null,
  locale: Locale,
): Promise<PublicUser | undefined> {
  const [row] = await selectPublicUser(db, { account_or_id, viewer_pk });
  return row && toPublicUser(row, locale);
}

function toPublicUser(row: Row<"profiles.selectPublicUser">, locale: Locale): PublicUser {
  return {
    account: row.account,
    toibako_id: row.toibako_id,
    displaying_name: row.displaying_name,
    icon_url: getIconUrl(row.account, row.icon_url),
    self_introduction: row.self_introduction,
    answers_count: row.answers_count,
    brought_answers_count: row.brought_answers_count,
    answer_likes_count: row.all_likes_count,
    follows_count: row.follows_count,
    followers_count: row.followers_count,
    is_receive_dm: row.is_receive_dm,
    is_self: row.is_self,
    is_friend: row.is_friend,
    is_follower: row.is_follower,
    image_url: formatProfileCardUrl(locale, row),
    card_theme: row.card_theme,
  };
}

// The page of a profile shows the account and its items, so one statement reads both.
const selectWithItems = statement(
  "profiles.selectWithItems",
  `
  select ${publicColumns}, u.answers_count as total_count, ${itemColumns}, ${isLikedColumn}
  ${answersOfAccountSql}`,
);

type ProfileRows = Promise<Row<"profiles.selectWithItems">[]>;

/** The profiles that a page has read with their items. The keys are the handles as the page spelled them. */
const profilesOfPages = new WeakMap<CallingPage, Map<string, ProfileRows>>();

/**
 * Lists the items of an account for a page that is being rendered. The first list of an account reads the
 * account's public part as well, so that `findUserForPage` needs no statement of its own.
 */
export async function listItemsForPage(
  page: CallingPage,
  db: Db,
  account: string,
  list_page: number,
) {
  const { viewer, locale } = page;
  const profiles = profilesOfPages.get(page) ?? new Map<string, ProfileRows>();
  if (profiles.has(account)) return listItemsOfAccount(db, account, list_page, viewer, locale);
  const viewer_pk = viewer.user?.pk ?? null;
  const parameters = { account, viewer_pk, ...buildPageParameters(list_page, viewer) };
  const rows = selectWithItems(db, parameters);
  profilesOfPages.set(page, profiles.set(account, rows));
  // An error isn't cached, so that a later read for this page can succeed.
  rows.catch(() => profiles.delete(account));
  return toItemPage(await rows, list_page, viewer, locale);
}

/**
 * Like `findPublicUser`, for a page that is being rendered. Uses what `listItemsForPage` has read for the
 * same page.
 */
export async function findUserForPage(page: CallingPage, db: Db, account_or_id: string) {
  const [row] = (await profilesOfPages.get(page)?.get(account_or_id)) ?? [];
  if (row) return toPublicUser(row, page.locale);
  return findPublicUser(db, account_or_id, page.viewer.user?.pk ?? null, page.locale);
}

const mostLikedLimit = 3;
/** Only this number of the newest answers is compared, which limits the time of the statement. */
const maxComparedAnswers = 1_000;
/** Characters of a question that the list quotes. */
const excerptLength = 80;

/**
 * Builds SQL that selects the columns of `LikedItem` from `answers`, a query of answers. Sensitive questions, stamps, and
 * what the viewer `:user_pk` has reported are left out.
 */
export const buildLikedItemSql = (answers: string) => `
  select q.uuid_hash, q.body, a.id as answer_id, a.likes_count as answer_likes_count, ${communityColumns}
  from (${answers}) a join questions q on q.pk = a.question_pk
  ${communityJoin}
  where q.is_ad_default and a.is_ad_default and q.stamp_id is null
    and q.status <> 'deleted' and ${isItemUnreportedSql}`;

const selectMostLiked = statement(
  "profiles.selectMostLiked",
  `
  ${buildLikedItemSql(`
    select answers.* from users u join answers on answerer_pk = u.pk
    where lower(u.account) = lower(:account) and u.left_at is null
    order by answers.pk desc limit ${maxComparedAnswers}`)}
    and a.likes_count > 0
  order by a.likes_count desc, a.pk desc limit ${mostLikedLimit}`,
);

/** Lists the most liked answers of an account. Sensitive questions and stamps are left out for everybody. */
export async function listMostLikedOf(
  db: Db,
  account: string,
  viewer: Viewer,
  locale: Locale,
): Promise<LikedItem[]> {
  const rows = await selectMostLiked(db, { account, user_pk: viewer.user?.pk ?? null });
  return rows.map((row) => toLikedItem(row, locale));
}

export function toLikedItem(row: Row<"profiles.selectMostLiked">, locale: Locale): LikedItem {
  return {
    uuid_hash: row.uuid_hash,
    answer_id: row.answer_id,
    associated_community: toAssociatedCommunity(row, locale),
    answer_likes_count: row.answer_likes_count,
    body: truncateText(row.body.replaceAll("\n", " "), excerptLength),
  };
}
