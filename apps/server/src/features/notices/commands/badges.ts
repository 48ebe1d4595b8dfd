import type { NavigationBadge } from "@toibako/contract/notices.ts";
import { badgeDays, type GivenBadge } from "@toibako/contract/staff/contents/badges.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { giveBadgesJob } from "../job-definitions.ts";
import { listGiven } from "../queries/badges.ts";

/** Accounts that one statement considers, whether or not they get the badge. */
const batchSize = 1_000;

const startRun = statement(
  "notices.startBadgeRun",
  `
  with last_account as (
    select coalesce(max(pk), 0) as pk from users
  ), changed_run as (
    update badge_runs set version = version + 1, given_at = now(), given_count = 0, reached_pk = 0,
      last_pk = (select pk from last_account)
    where keyword = :keyword and version = :version
    returning keyword, version
  ), new_run as (
    insert into badge_runs (keyword, last_pk)
    select :keyword, pk from last_account where :version::integer = 0
    on conflict (keyword) do nothing
    returning keyword, version
  ), started as (
    select * from changed_run union all select * from new_run
  ), enqueued_job as (
    ${enqueueSql([giveBadgesJob], "started")}
  ), ${auditSql("badge.give", "started", {
    actor_pk: ":user_pk",
    object: "'badge ' || keyword",
    reason: "''",
  })}
  select keyword from started`,
);

/**
 * Starts giving a badge to everybody who was active lately. Does nothing if it was given once since the caller read its
 * version, as by a repeated call; throws `case_changed` if it was given more often.
 */
export async function startBadgeRun(
  db: Db,
  user_pk: number,
  keyword: NavigationBadge,
  version: number,
): Promise<GivenBadge> {
  await startRun(db, { keyword, user_pk, version });
  const badge = (await listGiven(db)).find((given) => given.keyword === keyword);
  if (badge?.version !== version + 1) throw new Failure("case_changed");
  return badge;
}

const lockRun = statement(
  "notices.lockBadgeRun",
  "select keyword from badge_runs where keyword = :keyword and version = :version for update",
);

// The place that the run has reached is stored with the badges, so that a repeated job gives nobody a second one. The ids
// are random like those of other badges: 16 bytes as 22 characters.
const giveToBatch = statement(
  "notices.giveBadges",
  `
  with batch as (
    select u.pk, (u.left_at is null and u.active_on >= current_date - ${badgeDays}) is true as is_active
    from users u, badge_runs
    where badge_runs.keyword = :keyword and badge_runs.version = :version
      and u.pk > badge_runs.reached_pk and u.pk <= badge_runs.last_pk
    order by u.pk limit ${batchSize}
  ), new_badges as (
    insert into badges (uuid_hash, user_pk, keyword)
    select translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_'), pk, :keyword
    from batch where is_active
    on conflict (user_pk, keyword) do nothing
    returning user_pk
  )
  update badge_runs set given_count = given_count + (select count(*) from new_badges)::integer,
    reached_pk = coalesce((select max(pk) from batch), last_pk)
  where keyword = :keyword and version = :version
  returning reached_pk < last_pk as "has_more!"`,
);

/**
 * Gives a badge batch by batch, until all accounts have been considered or the badge is given anew. Two jobs at once take
 * turns.
 */
export async function giveBadges(db: Db, keyword: string, version: number): Promise<void> {
  const run = { keyword, version };
  const lock = (db: Db) => lockRun(db, run);
  let hasMore = true;
  while (hasMore) {
    const [batch] = await lockThen(db, lock, (db) => giveToBatch(db, run));
    hasMore = batch?.has_more ?? false;
  }
}
