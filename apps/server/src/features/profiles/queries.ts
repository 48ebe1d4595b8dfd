import { getIconUrl } from "@toibako/contract/avatars.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { LikedItem, PublicUser } from "@toibako/contract/profiles.ts";
import { truncateText } from "@toibako/contract/text.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { formatProfileCardUrl } from "../cards/queries.ts";

const selectPublicUser = statement(
  "profiles.selectPublicUser",
  `
  select account, account as toibako_id, displaying_name, icon_url, self_introduction, answers_count,
    answer_likes_count, follows_count, followers_count, is_receive_dm, card_theme,
    share_image_revision, pk is not distinct from :viewer_pk?::bigint as is_self,
    exists (
      select 1 from follows where follower_pk = :viewer_pk? and followed_pk = pk
    ) as "is_friend!",
    exists (
      select 1 from follows where follower_pk = pk and followed_pk = :viewer_pk?
    ) as "is_follower!"
  from users
  where (lower(account) = lower(:account_or_id) or id = :account_or_id) and left_at is null`,
);

/**
 * The public part of an account, by its handle or its id, which is longer than any handle; undefined
 * if there is none or its owner has left it.
 */
export async function findPublicUser(
  db: Db,
  account_or_id: string,
  viewer_pk: number | null,
  locale: Locale,
): Promise<PublicUser | undefined> {
  const [row] = await selectPublicUser(db, { account_or_id, viewer_pk });
  if (!row) return undefined;
  const { card_theme: _theme, share_image_revision: _revision, ...user } = row;
  return {
    ...user,
    icon_url: getIconUrl(row.account, row.icon_url),
    image_url: formatProfileCardUrl(locale, row),
  };
}

const selectNews = statement(
  "profiles.selectNews",
  `
  select
    (
      select count(*)::int from questions
      where receiver_pk = :user_pk and status in ('unread', 'confirmed')
        and asked_hour >= now() - interval '1 day'
    ) as "received_items!",
    (
      select count(*)::int from follows
      where followed_pk = :user_pk and followed_at >= now() - interval '1 day'
    ) as "followers!"`,
);

/** What arrived for an account in the last day. */
export async function readNews(db: Db, user_pk: number) {
  const [news] = await selectNews(db, { user_pk });
  return news ?? { received_items: 0, followers: 0 };
}

const mostLikedLimit = 3;
const excerptLength = 80;

// Only the newest 1000 answers are compared, so that the time is bounded.
const selectMostLiked = statement(
  "profiles.selectMostLiked",
  `
  select q.uuid_hash, q.body, a.likes_count as answer_likes_count
  from (
    select answers.* from users u join answers on answerer_pk = u.pk
    where lower(u.account) = lower(:account) and u.left_at is null
    order by answers.pk desc limit 1000
  ) a join questions q on q.pk = a.question_pk
  where a.likes_count > 0 and q.is_ad_default and q.stamp_id is null
  order by a.likes_count desc, a.pk desc limit ${mostLikedLimit}`,
);

/** The most liked answers of an account. Sensitive questions and stamps are left out for everybody. */
export async function listMostLikedOf(db: Db, account: string): Promise<LikedItem[]> {
  const rows = await selectMostLiked(db, { account });
  return rows.map(({ body, ...row }) => ({
    ...row,
    body: truncateText(body.replaceAll("\n", " "), excerptLength),
  }));
}
