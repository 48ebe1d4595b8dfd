import { type Row, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { findByAnyHandle } from "../../accounts/queries/handles.ts";
import { deleteFollowerNoticeJob, sendFollowerNoticeJob } from "../../notices/job-definitions.ts";

type FollowServices = Pick<Services, "db" | "secrets" | "bus">;

const selectAccountPk = statement(
  "friends.selectAccountPk",
  "select pk from users where lower(account) = lower(:account) and left_at is null",
);

/** Derives the pseudonyms under which either of two accounts would block the other by name. */
async function derivePseudonyms(
  { db, secrets }: FollowServices,
  user_pk: number,
  account: string,
): Promise<Buffer[]> {
  const [other] = await selectAccountPk(db, { account });
  if (!other) return [];
  return [
    secrets.deriveNamedPseudonym(user_pk, secrets.deriveAccountIdentity(other.pk)),
    secrets.deriveNamedPseudonym(other.pk, secrets.deriveAccountIdentity(user_pk)),
  ];
}

// The CTE of the account to follow or unfollow. An account can't follow itself. It can't follow an account that it blocks
// by name, or that blocks it by name.
const targetSql = `
  target as (
    select u.pk, u.account, u.followers_count, u.pk <> :user_pk and not exists (
      select 1 from blocks
      where blocks.receiver_pk in (:user_pk, u.pk) and blocks.pseudonym = any(:pseudonyms::bytea[])
    ) as is_allowed
    from users u where lower(u.account) = lower(:account) and u.left_at is null
  )`;

// Counts change only with a row that was inserted or deleted, so that races can't make them wrong. A follow that isn't
// counted is one of an account that has just been restored, see `updateDependentCounts`.
const buildUpdatedCountsSql = (sign: "+" | "-") => `
  updated_counts as (
    update users u set
      follows_count = u.follows_count ${sign} (u.pk = :user_pk and changed_follow.is_followed_counted)::int,
      followers_count = u.followers_count
        ${sign} (u.pk = changed_follow.followed_pk and changed_follow.is_follower_counted)::int
    from changed_follow where u.pk in (:user_pk, changed_follow.followed_pk)
  )`;

// Inserts the follow if it is allowed and new. Returns the followed account in any case; no row if it does not exist.
const insertFollow = statement(
  "friends.insertFollow",
  `
  with ${targetSql}, changed_follow as (
    insert into follows (follower_pk, followed_pk)
    select :user_pk, pk from target where is_allowed
    on conflict do nothing
    returning followed_pk, is_follower_counted, is_followed_counted
  ), ${buildUpdatedCountsSql("+")}, enqueued_jobs as (
    ${enqueueSql([sendFollowerNoticeJob], "changed_follow", { follower_pk: ":user_pk::bigint" })}
  )
  select account, is_allowed as "is_allowed!",
    exists (select from changed_follow) as "is_changed!",
    followers_count + (select count(*) from changed_follow)::int as "followers_count!"
  from target`,
);

const buildDeleteSql = (condition: string) => `
  with ${targetSql}, changed_follow as (
    delete from follows using target
    where follows.follower_pk = :user_pk and follows.followed_pk = target.pk and ${condition}
    returning follows.followed_pk, follows.is_follower_counted, follows.is_followed_counted
  ), ${buildUpdatedCountsSql("-")}, enqueued_jobs as (
    ${enqueueSql([deleteFollowerNoticeJob], "changed_follow", { follower_pk: ":user_pk::bigint" })}
  )
  select account, is_allowed as "is_allowed!",
    exists (select from changed_follow) as "is_changed!",
    followers_count - (select count(*) from changed_follow where is_follower_counted)::int as "followers_count!"
  from target`;

const deleteFollow = statement("friends.deleteFollow", buildDeleteSql("true"));

const deleteBlockedFollow = statement(
  "friends.deleteBlockedFollow",
  buildDeleteSql("not target.is_allowed"),
);

type Followed = Row<"friends.insertFollow"> | Row<"friends.deleteFollow">;

/** Follows an account; a repeated request changes nothing. */
export async function followAccount(
  services: FollowServices,
  { pk: user_pk, account: follower }: SessionUser,
  account: string,
) {
  const followed = await findByAnyHandle(services, account, async (handle) => {
    const pseudonyms = await derivePseudonyms(services, user_pk, handle);
    const parameters = { user_pk, account: handle, pseudonyms };
    const [row] = await insertFollow(services.db, parameters);
    if (!row?.is_changed) return row;
    // A simultaneous block by name may have deleted the follows of the two accounts before this one was stored.
    const [checked] = await deleteBlockedFollow(services.db, parameters);
    return checked?.is_changed ? checked : row;
  });
  return finishChange(services, follower, followed);
}

/** Stops following an account. A block between the two accounts doesn't prevent this. */
export async function unfollowAccount(
  services: FollowServices,
  { pk: user_pk, account: follower }: SessionUser,
  account: string,
) {
  const unfollowed = await findByAnyHandle(services, account, async (handle) => {
    const [row] = await deleteFollow(services.db, { user_pk, account: handle, pseudonyms: [] });
    return row;
  });
  return finishChange(services, follower, unfollowed);
}

/** Throws if the change was refused. Removes both profiles from the page cache if their counts changed. */
function finishChange({ bus }: FollowServices, follower: string, followed?: Followed) {
  if (!followed) throw new Failure("not_found");
  if (!followed.is_allowed) throw new Failure("forbidden");
  const { account, followers_count, is_changed } = followed;
  if (is_changed) bus.publish("pages", { paths: [`/${follower}`, `/${account}`] });
  return { account, followers_count };
}
