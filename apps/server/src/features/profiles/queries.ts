import { getIconUrl } from "@toibako/contract/avatars.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { PublicUser } from "@toibako/contract/profiles.ts";
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
