import { getIconUrl } from "@toibako/contract/avatars.ts";
import {
  type CommunityMember,
  communityMembersPerPage,
} from "@toibako/contract/communities/members.ts";
import { membersPerCard } from "@toibako/contract/communities.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";

const memberColumns = `
  u.account, u.displaying_name, u.icon_url, u.self_introduction,
  u.pk is not distinct from :user_pk?::bigint as is_self`;

/**
 * Builds the SQL of one page of a community's members. `total` counts all members of the list, and `members` selects
 * their keys and positions; both must leave out left accounts. An empty page is one row without an account.
 */
const buildListSql = (total: string, members: string) => `
  select ${total} as "total_count!", ${memberColumns}
  from communities c
  left join (
    lateral (
      ${members} limit ${communityMembersPerPage} offset :offset
    ) page join users u on u.pk = page.user_pk
  ) on true
  where c.id = :community_id and c.category_id = :category_id
  order by page.position`;

const selectMembers = statement(
  "communities.selectMembers",
  buildListSql(
    "c.members_count",
    `select membership.user_pk, row_number() over (order by membership.joined_at desc, membership.user_pk) as position
      from community_members membership join users member on member.pk = membership.user_pk and member.left_at is null
      where membership.community_pk = c.pk and ${isInReachSql}
      order by membership.joined_at desc, membership.user_pk`,
  ),
);

/** SQL expression: how many members of the community `c` follow the viewer. */
const followingCountSql = `(
    select count(*)::int from follows
    join community_members membership on membership.user_pk = follows.follower_pk and membership.community_pk = c.pk
    join users member on member.pk = membership.user_pk and member.left_at is null
    where follows.followed_pk = :user_pk?
  )`;

const selectFollowing = statement(
  "communities.selectFollowing",
  buildListSql(
    followingCountSql,
    `select membership.user_pk, row_number() over (order by follows.followed_at desc, follows.follower_pk) as position
      from follows
      join community_members membership on membership.user_pk = follows.follower_pk and membership.community_pk = c.pk
      join users member on member.pk = membership.user_pk and member.left_at is null
      where follows.followed_pk = :user_pk? and ${isInReachSql}
      order by follows.followed_at desc, follows.follower_pk`,
  ),
);

/** SQL expression: how many members of the community `c` are neither the viewer nor followed by the viewer. */
const recommendedCountSql = `c.members_count - (
    select count(*)::int from community_members membership
    join users member on member.pk = membership.user_pk and member.left_at is null
    where membership.community_pk = c.pk and membership.user_pk in (
      select follows.followed_pk from follows where follows.follower_pk = :user_pk?
      union all select :user_pk?
    )
  )`;

const selectRecommendedMembers = statement(
  "communities.selectRecommendedMembers",
  buildListSql(
    recommendedCountSql,
    `select membership.user_pk,
        row_number() over (order by membership.month_answers_count desc, membership.user_pk) as position
      from community_members membership join users member on member.pk = membership.user_pk and member.left_at is null
      where membership.community_pk = c.pk and membership.user_pk is distinct from :user_pk? and not exists (
        select from follows where follows.follower_pk = :user_pk? and follows.followed_pk = membership.user_pk
      ) and ${isInReachSql}
      order by membership.month_answers_count desc, membership.user_pk`,
  ),
);

/** The statements of the lists of members. */
const memberLists = {
  all: selectMembers,
  /** Accounts that follow the viewer. */
  following: selectFollowing,
  /** Accounts that the viewer may want to follow. */
  recommended: selectRecommendedMembers,
};

interface ListParameters {
  community_id: string;
  category_id: string;
  page: number;
}

/** Lists a page of a community's members; undefined if the community doesn't exist. */
export async function listMembers(
  db: Db,
  kind: keyof typeof memberLists,
  user_pk: number | null,
  { page, ...community }: ListParameters,
) {
  const offset = countRowsBefore(page, communityMembersPerPage);
  const rows = await memberLists[kind](db, { ...community, offset, user_pk });
  const [first] = rows;
  if (!first) return undefined;
  return {
    users: rows.flatMap((row) => toMember(row) ?? []),
    pager: createPager(page, communityMembersPerPage, first.total_count),
  };
}

function toMember(row: Row<"communities.selectMembers">): CommunityMember | undefined {
  const { account, displaying_name, icon_url, self_introduction, is_self } = row;
  if (account === null) return undefined;
  const icon_uri = getIconUrl(account, icon_url);
  return {
    toibako_id: account,
    account,
    displaying_name,
    icon_uri,
    self_introduction,
    is_self: is_self ?? false,
  };
}

const selectLinkNeeded = statement(
  "communities.selectLinkNeeded",
  `
  select u.followers_count = 0 and not exists (
    select from identities where identities.user_pk = u.pk and identities.provider = 'twitter'
  ) as "is_link_needed!"
  from users u where u.pk = :user_pk`,
);

/** Whether to suggest linking X, which may bring followers: the account has none and has not linked X. */
export async function isLinkToXSuggested(db: Db, user_pk: number): Promise<boolean> {
  return (await selectLinkNeeded(db, { user_pk }))[0]?.is_link_needed ?? false;
}

const selectActive = statement(
  "communities.selectActiveMembers",
  `
  select c.id as community_id, u.account, u.displaying_name, u.icon_url
  from communities c
  left join (
    lateral (
      select membership.user_pk, membership.month_answers_count
      from community_members membership join users member on member.pk = membership.user_pk and member.left_at is null
      where membership.community_pk = c.pk and membership.user_pk is distinct from :user_pk?::bigint and not exists (
        select from follows where follows.follower_pk = :user_pk? and follows.followed_pk = membership.user_pk
      )
      order by membership.month_answers_count desc, membership.user_pk limit ${membersPerCard}
    ) page join users u on u.pk = page.user_pk
  ) on true
  where c.id = any(:community_ids::text[])
  order by c.position, c.pk, page.month_answers_count desc, page.user_pk`,
);

/** Lists the first recommended members of several communities; leaves out unknown communities. */
export async function listActiveMembers(db: Db, user_pk: number | null, community_ids: string[]) {
  const communities = new Map<string, { icon_uri: string; displaying_name: string }[]>();
  for (const row of await selectActive(db, { user_pk, community_ids })) {
    const members = communities.get(row.community_id) ?? [];
    communities.set(row.community_id, members);
    if (row.account === null) continue;
    const icon_uri = getIconUrl(row.account, row.icon_url);
    members.push({ icon_uri, displaying_name: row.displaying_name });
  }
  return [...communities].map(([id, recommended_members]) => ({ id, recommended_members }));
}
