import { getIconUrl } from "@toibako/contract/avatars.ts";
import {
  type FollowerOnX,
  type FollowersOnXTab,
  type FriendImport,
  followersOnXPerPage,
} from "@toibako/contract/friends/import.ts";
import type { Config } from "#platform/config.ts";
import { statement } from "#platform/database/statement.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { findBlockedAccounts } from "../../moderation/queries.ts";
import { formatPicturePath } from "./pictures.ts";
import { findBlockers } from "./search.ts";

type ReadServices = Pick<Services, "db" | "secrets">;

/** After this many minutes without progress, an import has failed: the process that ran its job must have ended. */
const importTimeoutMinutes = 15;

/**
 * SQL condition: the import in the row `prefix` of `friend_imports` has made no progress for
 * `importTimeoutMinutes`.
 */
export const isLostSql = (prefix: string) => `
  greatest(${prefix}.updated_at, ${prefix}.waiting_until)
    < now() - interval '${importTimeoutMinutes} minutes'`;

/**
 * SQL of the imported followers of `:user_pk` with their accounts on this site, except for accounts that searches don't
 * find. `:hidden_pks` is the result of `findHiddenAccounts`.
 */
const followersSql = `
  select follower.*, u.pk as account_pk, u.account, u.icon_url
  from imported_followers follower
  left join (
    identities join users u on u.pk = identities.user_pk and u.left_at is null and u.pk <> :user_pk
      and u.is_findable and u.pk <> all(:hidden_pks::bigint[])
  ) on identities.provider = 'twitter' and identities.subject = follower.subject
  where follower.user_pk = :user_pk`;

const selectBlockingFollowers = statement(
  "friends.selectBlockingFollowers",
  `
  select identities.user_pk from imported_followers follower
  join identities on identities.provider = 'twitter' and identities.subject = follower.subject
  where follower.user_pk = :user_pk and exists (
    select from blocks where blocks.receiver_pk = identities.user_pk and blocks.sealed_account is not null
  )`,
);

/** Finds the accounts that the viewer blocks by name, and those of the imported followers that block the viewer. */
async function findHiddenAccounts(services: ReadServices, viewer: SignedIn): Promise<number[]> {
  const candidates = await selectBlockingFollowers(services.db, { user_pk: viewer.user.pk });
  const pks = candidates.map(({ user_pk }) => user_pk);
  return [
    ...(await findBlockedAccounts(services, viewer)),
    ...(await findBlockers(services, viewer, pks)),
  ];
}

// A running import whose job was lost is returned as failed.
const selectImport = statement(
  "friends.selectImport",
  `
  select status, failure, progress, total, started_at, available_at,
    status = 'running' and ${isLostSql("friend_imports")} as "is_lost!",
    case when status = 'running' and waiting_until is not null then
      greatest(0, ceil(extract(epoch from waiting_until - now()) / 60))::int
    end as wait_minutes
  from friend_imports where user_pk = :user_pk`,
);

const countCompleted = statement(
  "friends.countCompletedFollowers",
  `select count(*)::int as "count!" from (${followersSql}) followers where followers.account_pk is not null`,
);

/** Counts the imported followers who have an account on this site. */
async function countCompletedFollowers(services: ReadServices, viewer: SignedIn): Promise<number> {
  const hidden_pks = await findHiddenAccounts(services, viewer);
  const [row] = await countCompleted(services.db, { user_pk: viewer.user.pk, hidden_pks });
  return row?.count ?? 0;
}

const noImport: FriendImport = {
  status: "none",
  reason: null,
  progress: 0,
  total: null,
  wait_minutes: null,
  completed_count: 0,
  started_at: null,
  available_at: null,
};

/** Finds the state of the account's import; a new import replaces the row of the former one. */
export async function findImport(services: ReadServices, viewer: SignedIn): Promise<FriendImport> {
  const [row] = await selectImport(services.db, { user_pk: viewer.user.pk });
  if (!row) return noImport;
  const { failure, progress, total, wait_minutes, started_at, available_at } = row;
  const status = row.is_lost ? "failed" : row.status;
  const hasFailed = status === "failed";
  const isCoolingDown = !hasFailed && available_at !== null && available_at.getTime() > Date.now();
  const next_start = isCoolingDown ? available_at.toISOString() : null;
  if (status === "none") return { ...noImport, available_at: next_start };
  return {
    status,
    reason: row.is_lost ? "unreachable" : failure,
    progress,
    total,
    wait_minutes: hasFailed ? null : wait_minutes,
    completed_count: status === "done" ? await countCompletedFollowers(services, viewer) : 0,
    started_at: started_at.toISOString(),
    available_at: next_start,
  };
}

// Selects the total even for a page past the end, so that the client can find the last page.
const selectFollowers = statement(
  "friends.selectFollowersOnX",
  `
  with followers as (${followersSql}), tab_followers as (
    select * from followers where (account_pk is not null) = :is_completed
  )
  select total.total_count as "total_count!", page.subject, page.name, page.nickname, page.introduction, page.account,
    page.icon_url, case when page.has_picture then page.picture_id end as picture_id, exists (
      select from follows where follows.follower_pk = :user_pk and follows.followed_pk = page.account_pk
    ) as "is_friend!"
  from (select count(*)::int as total_count from tab_followers) total
  left join lateral (
    select * from tab_followers where ${isInReachSql} order by position, subject limit ${followersOnXPerPage} offset :offset
  ) page on true
  order by page.position, page.subject`,
);

/** Lists a page of the followers on X who have an account on this site, or of those who have none or hide it. */
export async function listImportedFollowers(
  services: ReadServices & Pick<Services, "config">,
  viewer: SignedIn,
  tab: FollowersOnXTab,
  page: number,
) {
  const rows = await selectFollowers(services.db, {
    user_pk: viewer.user.pk,
    hidden_pks: await findHiddenAccounts(services, viewer),
    is_completed: tab === "completed",
    offset: countRowsBefore(page, followersOnXPerPage),
  });
  const followers = rows.flatMap((row): FollowerOnX[] => {
    const { name, nickname, introduction, picture_id, account, icon_url, is_friend } = row;
    if (name === null || nickname === null) return [];
    return [
      {
        displaying_name: name,
        nickname,
        self_introduction: introduction ?? "",
        profile_image_data: picture_id === null ? null : locatePicture(services.config, picture_id),
        ...(account !== null && {
          associated_toibako_account: {
            toibako_id: account,
            account,
            icon_url: getIconUrl(account, icon_url),
            is_friend,
          },
        }),
      },
    ];
  });
  return { followers, pager: createPager(page, followersOnXPerPage, rows[0]?.total_count ?? 0) };
}

function locatePicture({ public_url }: Config, picture_id: string) {
  const urn = formatPicturePath(picture_id);
  const url = public_url + urn;
  return { protocol: new URL(url).protocol.replace(":", ""), url, urn };
}
