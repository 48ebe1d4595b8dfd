import { getIconUrl } from "@toibako/contract/avatars.ts";
import { friendsPerPage } from "@toibako/contract/friends.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import {
  besideSql,
  countRowsBefore,
  createPager,
  isInReachSql,
  type Position,
} from "#platform/http/pager.ts";

/** The columns of `follows` with the account whose list it is and with the people in it. */
interface Direction {
  counter: string;
  accountColumn: string;
  personColumn: string;
}

/**
 * Builds SQL that selects the people whom an account follows or who follow it, with their relation to the viewer.
 * `page` selects them.
 */
const buildPeopleSql = ({ counter }: Direction, page: string) => `
  select u.${counter} as total_count, page.account, page.account as toibako_id, page.displaying_name,
    page.icon_url, page.self_introduction, page.pk is not distinct from :viewer_pk?::bigint as is_self,
    exists (
      select 1 from follows where follows.follower_pk = :viewer_pk? and follows.followed_pk = page.pk
    ) as "is_friend!",
    exists (
      select 1 from follows where follows.follower_pk = page.pk and follows.followed_pk = :viewer_pk?
    ) as "is_follower!"
  from users u
  left join lateral (${page}) page on true
  where lower(u.account) = lower(:account) and u.left_at is null
  order by page.followed_at desc, page.pk`;

const buildNumberedSql = (direction: Direction) =>
  buildPeopleSql(
    direction,
    `
    select person.*, follows.followed_at
    from follows join users person on person.pk = follows.${direction.personColumn} and person.left_at is null
    where follows.${direction.accountColumn} = u.pk and ${isInReachSql}
    order by follows.followed_at desc, follows.${direction.personColumn}
    limit ${friendsPerPage} offset :offset`,
  );

function buildBesideSql(direction: Direction, side: Position["side"]): string {
  const { accountColumn, personColumn } = direction;
  const { isBeside, order, edgeOrder } = besideSql[side];
  const columns = ["follows.followed_at", `follows.${personColumn}`] as const;
  return buildPeopleSql(
    direction,
    `
    select person.*, follows.followed_at
    from (
      select follows.followed_at as time, follows.${personColumn} as key
      from follows join users named on named.pk = follows.${personColumn}
      where follows.${accountColumn} = u.pk and named.account = any(:ids::text[])
      order by ${edgeOrder} limit 1
    ) edge
    join follows on follows.${accountColumn} = u.pk and ${isBeside(...columns)}
    join users person on person.pk = follows.${personColumn} and person.left_at is null
    order by ${order(...columns)} limit ${friendsPerPage}`,
  );
}

const follows: Direction = {
  counter: "follows_count",
  accountColumn: "follower_pk",
  personColumn: "followed_pk",
};
const followers: Direction = {
  counter: "followers_count",
  accountColumn: "followed_pk",
  personColumn: "follower_pk",
};

const selectFollows = {
  numbered: statement("friends.selectFollows", buildNumberedSql(follows)),
  after: statement("friends.selectFollowsAfter", buildBesideSql(follows, "after")),
  before: statement("friends.selectFollowsBefore", buildBesideSql(follows, "before")),
};
const selectFollowers = {
  numbered: statement("friends.selectFollowers", buildNumberedSql(followers)),
  after: statement("friends.selectFollowersAfter", buildBesideSql(followers, "after")),
  before: statement("friends.selectFollowersBefore", buildBesideSql(followers, "before")),
};

/** A page of a list of people: its number, or the page beside it by the handles of that page. */
export interface PeoplePage {
  page: number;
  position: Position | undefined;
}

type ListPeople = (
  db: Db,
  account: string,
  page: PeoplePage,
  viewer_pk: number | null,
) => Promise<ReturnType<typeof toPage>>;

const createList =
  (select: typeof selectFollows | typeof selectFollowers): ListPeople =>
  async (db, account, { page, position }, viewer_pk) => {
    if (position) {
      const parameters = { account, viewer_pk, ids: position.ids };
      const rows = await select[position.side](db, parameters);
      if (rows[0]?.account) return toPage(rows, page);
    }
    const offset = countRowsBefore(page, friendsPerPage);
    return toPage(await select.numbered(db, { account, offset, viewer_pk }), page);
  };

/** Lists the accounts that an account follows, the latest first; undefined if it does not exist. */
export const listFollowsOf = createList(selectFollows);

/** Lists the followers of an account, the latest first; undefined if it does not exist. */
export const listFollowersOf = createList(selectFollowers);

function toPage(rows: Row<"friends.selectFollows">[], page: number) {
  if (rows[0] === undefined) return undefined;
  return {
    users: rows.flatMap(({ total_count: _total, ...row }) =>
      row.account === null ? [] : { ...row, icon_url: getIconUrl(row.account, row.icon_url) },
    ),
    pager: createPager(page, friendsPerPage, rows[0].total_count),
  };
}
