import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";

interface Followed {
  account: string;
  /** Oneself and who is blocked by name, on either side, stay apart. */
  is_allowed: boolean;
  followers_count: number;
}

// Both counters follow the row that really came or went, so that no race can part them.
const target = `
  target as (
    select u.pk, u.account, u.followers_count, u.pk <> $1 and not exists (
      select 1 from blocks b
      where (b.receiver_pk = $1 and b.blocked_pk = u.pk) or (b.receiver_pk = u.pk and b.blocked_pk = $1)
    ) as is_allowed
    from users u where lower(u.account) = lower($2) and u.left_at is null
  )`;

const counted = (sign: "+" | "-") => `
  counted as (
    update users u set
      follows_count = u.follows_count ${sign} (u.pk = $1)::int,
      followers_count = u.followers_count ${sign} (u.pk = c.followed_pk)::int
    from changed c where u.pk in ($1, c.followed_pk)
  )`;

const follow = statement<Followed>(`
  with ${target}, changed as (
    insert into follows (follower_pk, followed_pk)
    select $1, pk from target where is_allowed
    on conflict do nothing
    returning followed_pk
  ), ${counted("+")}, told as (
    ${enqueueSql(["tell_new_follower"], "jsonb_build_object('follower_pk', $1::bigint, 'followed_pk', followed_pk)", "changed")}
  )
  select account, is_allowed, followers_count + (select count(*) from changed)::int as followers_count
  from target`);

const unfollow = statement<Followed>(`
  with ${target}, changed as (
    delete from follows f using target t where f.follower_pk = $1 and f.followed_pk = t.pk
    returning f.followed_pk
  ), ${counted("-")}
  select account, $1 <> pk as is_allowed,
    followers_count - (select count(*) from changed)::int as followers_count
  from target`);

/** Follows an account; a repeated call changes nothing. */
export function followAccount(db: Db, user_pk: number, account: string) {
  return run(follow, db, user_pk, account);
}

/** Ends it again. */
export function unfollowAccount(db: Db, user_pk: number, account: string) {
  return run(unfollow, db, user_pk, account);
}

async function run(change: typeof follow, db: Db, user_pk: number, account: string) {
  const [followed] = await change(db, user_pk, account);
  if (!followed) throw new Failure("not_found");
  if (!followed.is_allowed) throw new Failure("forbidden");
  return followed;
}
