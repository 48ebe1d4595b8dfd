import { getIconUrl } from "@toibako/contract/avatars.ts";
import { friendsPerPage } from "@toibako/contract/friends.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";

/**
 * Builds SQL that selects the people whom an account follows or who follow it, with their relation to the viewer.
 * `accountColumn` and `personColumn` are the columns of `follows` with the account and with the people.
 */
const buildPeopleSql = (counter: string, accountColumn: string, personColumn: string) => `
  select u.${counter} as total_count, page.account, page.account as toibako_id, page.displaying_name,
    page.icon_url, page.self_introduction, page.pk is not distinct from :viewer_pk?::bigint as is_self,
    exists (
      select 1 from follows where follows.follower_pk = :viewer_pk? and follows.followed_pk = page.pk
    ) as "is_friend!",
    exists (
      select 1 from follows where follows.follower_pk = page.pk and follows.followed_pk = :viewer_pk?
    ) as "is_follower!"
  from users u
  left join lateral (
    select person.*, follows.followed_at
    from follows join users person on person.pk = follows.${personColumn} and person.left_at is null
    where follows.${accountColumn} = u.pk
    and ${isInReachSql}
    order by follows.followed_at desc, follows.${personColumn} limit ${friendsPerPage} offset :offset
  ) page on true
  where lower(u.account) = lower(:account) and u.left_at is null
  order by page.followed_at desc, page.pk`;

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
