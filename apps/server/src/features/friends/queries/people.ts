import { friendsPerPage, type Person } from "@toibako/contract/friends.ts";
import { type Db, statement } from "#platform/db.ts";
import { pagerOf, rowsBefore } from "#platform/pager.ts";

type Listed = { total_count: number } & (Person | { account: null });

/** How the viewer in $3 stands to somebody. */
const standing = `
  p.pk is not distinct from $3::bigint as is_self,
  exists (select 1 from follows m where m.follower_pk = $3::bigint and m.followed_pk = p.pk) as is_friend,
  exists (select 1 from follows m where m.follower_pk = p.pk and m.followed_pk = $3::bigint) as is_follower`;

const list = (counter: string, of: string, other: string) =>
  statement<Listed>(`
    select u.${counter} as total_count, p.account, p.account as toibako_id, p.displaying_name,
      p.icon_url, p.self_introduction, ${standing}
    from users u
    left join lateral (
      select ${other} as pk, followed_at from follows where ${of} = u.pk
      order by followed_at desc, ${other} limit ${friendsPerPage} offset $2
    ) f on true
    left join users p on p.pk = f.pk and p.left_at is null
    where lower(u.account) = lower($1) and u.left_at is null
    order by f.followed_at desc, f.pk`);

const follows = list("follows_count", "follower_pk", "followed_pk");
const followers = list("followers_count", "followed_pk", "follower_pk");

/** Whom an account follows, the latest first; undefined when there is no such account. */
export function listFollowsOf(db: Db, account: string, page: number, viewer_pk: number | null) {
  return people(follows, db, account, page, viewer_pk);
}

/** Who follows an account, the latest first. */
export function listFollowersOf(db: Db, account: string, page: number, viewer_pk: number | null) {
  return people(followers, db, account, page, viewer_pk);
}

async function people(
  select: typeof follows,
  db: Db,
  account: string,
  page: number,
  viewer_pk: number | null,
) {
  const rows = await select(db, account, rowsBefore(page, friendsPerPage), viewer_pk);
  if (rows[0] === undefined) return undefined;
  return {
    users: rows.flatMap(({ total_count: _total, ...row }) => (row.account === null ? [] : row)),
    pager: pagerOf(page, friendsPerPage, rows[0].total_count),
  };
}
