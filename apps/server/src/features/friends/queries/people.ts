import { getIconUrl } from "@toibako/contract/avatars.ts";
import { friendsPerPage } from "@toibako/contract/friends.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { countRowsBefore, createPager } from "#platform/http/pager.ts";

/**
 * Builds SQL that selects the people whom an account follows or who follow it, with their relation to the viewer.
 * `accountColumn` and `personColumn` are the columns of `follows` with the account and with the people.
 */
const buildPeopleSql = (counter: string, accountColumn: string, personColumn: string) => `
  select u.${counter} as total_count, p.account, p.account as toibako_id, p.displaying_name,
    p.icon_url, p.self_introduction, p.pk is not distinct from :viewer_pk?::bigint as is_self,
    exists (
      select 1 from follows m where m.follower_pk = :viewer_pk? and m.followed_pk = p.pk
    ) as "is_friend!",
    exists (
      select 1 from follows m where m.follower_pk = p.pk and m.followed_pk = :viewer_pk?
    ) as "is_follower!"
  from users u
  left join lateral (
    select person.*, f.followed_at
    from follows f join users person on person.pk = f.${personColumn} and person.left_at is null
    where f.${accountColumn} = u.pk
    order by f.followed_at desc, f.${personColumn} limit ${friendsPerPage} offset :offset
  ) p on true
  where lower(u.account) = lower(:account) and u.left_at is null
  order by p.followed_at desc, p.pk`;

const selectFollows = statement(
  "friends.selectFollows",
  buildPeopleSql("follows_count", "follower_pk", "followed_pk"),
);
const selectFollowers = statement(
  "friends.selectFollowers",
  buildPeopleSql("followers_count", "followed_pk", "follower_pk"),
);

/** Lists the accounts that an account follows, the latest first; undefined if it does not exist. */
export async function listFollowsOf(
  db: Db,
  account: string,
  page: number,
  viewer_pk: number | null,
) {
  const offset = countRowsBefore(page, friendsPerPage);
  return toPage(await selectFollows(db, { account, offset, viewer_pk }), page);
}

/** Lists the followers of an account, the latest first; undefined if it does not exist. */
export async function listFollowersOf(
  db: Db,
  account: string,
  page: number,
  viewer_pk: number | null,
) {
  const offset = countRowsBefore(page, friendsPerPage);
  return toPage(await selectFollowers(db, { account, offset, viewer_pk }), page);
}

function toPage(rows: Row<"friends.selectFollows">[], page: number) {
  if (rows[0] === undefined) return undefined;
  return {
    users: rows.flatMap(({ total_count: _total, ...row }) =>
      row.account === null ? [] : { ...row, icon_url: getIconUrl(row.account, row.icon_url) },
    ),
    pager: createPager(page, friendsPerPage, rows[0].total_count),
  };
}
