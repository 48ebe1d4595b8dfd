import { randomInt } from "node:crypto";
import { importCooldownMinutes } from "@toibako/contract/friends/import.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { importFollowersJob, sweepFollowerPicturesJob } from "../job-definitions.ts";
import { isLostSql } from "../queries/import.ts";

// One statement, so that only one of two simultaneous requests starts a job.
const insertImport = statement(
  "friends.insertImport",
  `
  with linked_x as (
    select user_pk from identities where user_pk = :user_pk and provider = 'twitter'
  ), started_import as (
    insert into friend_imports (user_pk, run, status, available_at)
    select user_pk, :run, 'running', now() + interval '${importCooldownMinutes} minutes' from linked_x
    on conflict (user_pk) do update set
      run = excluded.run, status = 'running', failure = null, progress = 0, total = null,
      cursor = null, waiting_until = null, started_at = now(), updated_at = now(), available_at = excluded.available_at
    where case friend_imports.status
      when 'running' then ${isLostSql("friend_imports")}
      else coalesce(friend_imports.available_at <= now(), true)
    end
    returning user_pk, run
  ), enqueued_jobs as (${enqueueSql([importFollowersJob], "started_import")})
  select exists (select from linked_x) as "is_linked!",
    exists (select from started_import) as "is_started!",
    (
      select greatest(1, extract(epoch from greatest(available_at, waiting_until) - now()))::int
      from friend_imports where user_pk = :user_pk
    ) as retry_after`,
);

/** Starts an import; throws `too_many` if one is running or started less than `importCooldownMinutes` ago. */
export async function startImport(db: Db, user_pk: number): Promise<void> {
  // Random, so that a job of an earlier import never matches a later one, not even after X was unlinked.
  const [result] = await insertImport(db, { user_pk, run: randomInt(2 ** 31) });
  if (!result?.is_linked) {
    throw new Failure("refused", {
      fields: [{ field: "provider", text_key: "twitter_link_needed" }],
    });
  }
  if (result.is_started) return;
  throw new Failure("too_many", { retry_after: result.retry_after ?? importCooldownMinutes * 60 });
}

const resumeWaiting = statement(
  "friends.resumeWaitingImports",
  `
  with resumed_import as (
    update friend_imports set waiting_until = null, updated_at = now()
    where waiting_until <= now() and status = 'running'
    returning user_pk, run
  )
  ${enqueueSql([importFollowersJob], "resumed_import")}`,
);

/** Continues the imports that have waited until X accepts requests again. */
export async function resumeImports(db: Db): Promise<void> {
  await resumeWaiting(db, {});
}

/** SQL condition: nothing has changed the import `friend_imports` for `retentionDays.imported_follower` days. */
const isOldSql = `friend_imports.updated_at < now() - interval '${retentionDays.imported_follower} days'`;

/** How many accounts one statement deletes imported followers of. */
const accountsPerBatch = 100;

const selectOldImports = statement(
  "friends.selectOldImports",
  `
  select user_pk from friend_imports where ${isOldSql} and user_pk > :after_pk
  order by user_pk limit ${accountsPerBatch}`,
);

const deleteOldFollowers = statement(
  "friends.deleteOldFollowers",
  `
  with deleted_followers as (
    ${deleteBatchSql(
      "imported_followers",
      "ctid",
      `imported_followers.user_pk = any(:user_pks::bigint[]) and exists (
        select from friend_imports
        where friend_imports.user_pk = imported_followers.user_pk and ${isOldSql}
      ) and not exists (
        select from identities join users u on u.pk = identities.user_pk
        where identities.provider = 'twitter' and identities.subject = imported_followers.subject
          and u.left_at is null and u.is_findable
      )`,
      "user_pk",
    )}
  ), importers as (
    select distinct user_pk from deleted_followers
  ), enqueued_jobs as (
    ${enqueueSql([sweepFollowerPicturesJob], "importers")}
  )
  select user_pk from deleted_followers`,
);

/**
 * Deletes imported followers without an account on this site that searches find, `retentionDays.imported_follower` days
 * after the last change of their import, and enqueues the deletion of their pictures. Followers whose account is
 * not findable are deleted as well. Otherwise only they would stay in the list of followers without an account,
 * which would reveal that they have one.
 */
export async function deleteOldFollowersWithoutAccount(db: Db): Promise<void> {
  let after_pk: number | undefined = 0;
  while (after_pk !== undefined) {
    const user_pks: number[] = (await selectOldImports(db, { after_pk })).map(
      ({ user_pk }) => user_pk,
    );
    await repeatBatches(() => deleteOldFollowers(db, { user_pks }));
    after_pk = user_pks.at(-1);
  }
}
