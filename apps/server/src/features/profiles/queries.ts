import type { Locale } from "@toibako/contract/locales.ts";
import { type PublicUser, placeholderIcon } from "@toibako/contract/profiles.ts";
import { type Db, statement } from "#platform/db.ts";
import { type ProfileLook, profileCardUrl } from "../cards/queries.ts";

type PublicUserRow = Omit<PublicUser, "image_url" | "icon_url"> &
  ProfileLook & { icon_url: string | null };

const publicUser = statement<PublicUserRow>(`
  select account, account as toibako_id, displaying_name, icon_url, self_introduction, answers_count,
         answer_likes_count, follows_count, followers_count, is_receive_dm, card_theme,
         share_image_revision, pk is not distinct from $2::bigint as is_self,
         exists (select 1 from follows where follower_pk = $2::bigint and followed_pk = pk) as is_friend,
         exists (select 1 from follows where follower_pk = pk and followed_pk = $2::bigint) as is_follower
  from users where lower(account) = lower($1) and left_at is null`);

/** What everyone may know of an account; undefined when there is none, or it was left. */
export async function findPublicUser(
  db: Db,
  account: string,
  viewer_pk: number | null,
  locale: Locale,
): Promise<PublicUser | undefined> {
  const [row] = await publicUser(db, account, viewer_pk);
  if (!row) return undefined;
  const { card_theme: _theme, share_image_revision: _revision, ...user } = row;
  return {
    ...user,
    icon_url: row.icon_url ?? placeholderIcon,
    image_url: profileCardUrl(locale, row),
  };
}
