import { runEach } from "#platform/database/batches.ts";
import { statement } from "#platform/database/statement.ts";
import { createAccountViewer } from "#platform/identity/session.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { listOwnIdentities } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { findSessionUser } from "../../accounts/queries.ts";
import { deleteEmptyQuestions } from "../../answers/commands/delete.ts";
import { eraseBroughtAnswers } from "../../archives/commands/brought.ts";
import { deleteExport } from "../../archives/commands/exports.ts";
import { deleteImport } from "../../archives/commands/uploads.ts";
import { eraseCustomer } from "../../billing/commands/leave.ts";
import type { Payments } from "../../billing/providers/payments.ts";
import { removeCards } from "../../cards/commands.ts";
import { deleteUnusedFollowerPictures } from "../../friends/commands/follower-pictures.ts";
import { removeAnswerNotices } from "../../notices/commands/answer-notices.ts";
import { deleteReadState, enqueueNoticesRewrite } from "../../notices/commands/read-states.ts";
import { deleteSealedNoticesOf, removeNotices } from "../../notices/commands.ts";
import { maxNoticeDays } from "../../notices/policy.ts";
import { deleteLikesOfActor } from "../../privacy/commands.ts";
import { listSealedIdentities } from "../../questions/queries/sender.ts";
import { eraseMemberships } from "../../rooms/commands/erase.ts";
import { eraseTalks } from "../../talks/commands/erase.ts";
import { updateDependentCounts } from "./dependent-counts.ts";
import { rememberLeaver } from "./leavers.ts";

/** Maximum number of rows that one statement deletes. */
const batchSize = 200;

const selectDestroyed = statement(
  "leaving.selectDestroyed",
  "select pk from users where pk = :user_pk and destroyed_at is not null",
);

/** SQL condition: the notice of the answer `a` may still exist. */
const isRecentSql = `a.answered_at > now() - interval '${maxNoticeDays} days'`;

const selectCommunityAnswers = statement(
  "leaving.selectCommunityAnswers",
  `
  select q.uuid_hash, ${isRecentSql} as "is_recent!"
  from answers a join questions q on q.pk = a.question_pk
  where a.answerer_pk = :user_pk and a.community_pk is not null limit ${batchSize}`,
);
const deleteCommunityAnswers = statement(
  "leaving.deleteCommunityAnswers",
  `
  delete from answers a using questions q
  where q.pk = a.question_pk and q.uuid_hash = any(:uuid_hashes::text[])
    and a.answerer_pk = :user_pk and a.community_pk is not null`,
);

const selectReceivedQuestions = statement(
  "leaving.selectReceivedQuestions",
  `
  select q.uuid_hash, coalesce(${isRecentSql}, false) as "is_recent!"
  from questions q left join answers a on a.question_pk = q.pk and a.answerer_pk = :user_pk
  where q.receiver_pk = :user_pk limit ${batchSize}`,
);
// Finds questions by the public id, because `welcome_letters` inherits from `questions` with keys of its own, so that a
// letter and a question may have the same `pk`.
const deleteReceivedQuestions = statement(
  "leaving.deleteReceivedQuestions",
  `
  with deleted_jobs as (
    delete from pgboss.job where data ->> 'uuid_hash' = any(:uuid_hashes::text[])
      and state in ('created', 'retry', 'failed')
  )
  delete from questions where receiver_pk = :user_pk and uuid_hash = any(:uuid_hashes::text[])`,
);

/**
 * Deletes all remaining rows of a destroyed account, in batches. A call after a failure deletes the rows that
 * remain.
 */
export async function eraseAccount(
  services: Services,
  payments: Payments | undefined,
  user_pk: number,
): Promise<void> {
  const { db, secrets } = services;
  const [destroyed] = await selectDestroyed(db, { user_pk });
  if (!destroyed) return;
  const user = await findSessionUser(db, user_pk);
  const viewer = createAccountViewer(secrets, user, await listSealedIdentities(db, user_pk));
  // Whatever fails later, a restored backup finds the account.
  await rememberLeaver(services, user.id);
  // Must run before the rest, because it reads rows that the next steps delete.
  await updateDependentCounts(db, user_pk);
  await deleteExport(services, user_pk);
  await deleteImport(services, user_pk);
  await eraseBroughtAnswers(db, user_pk);
  await eraseCommunityAnswers(services, user_pk);
  await eraseReceivedQuestions(services, user_pk);
  await eraseLikes(services, viewer);
  // Finds the notices of messages by the talks, so it runs before these are erased.
  await eraseNotices(services, viewer);
  await eraseTalks(services, viewer);
  await eraseMemberships(db, user_pk);
  // Throws while the provider can't be reached, so what else there is to delete is deleted before it.
  await eraseCustomer(services, payments, user_pk);
  await eraseFollowsAndUser(services, viewer);
}

/**
 * Deletes the notices that told senders about these answers, if the answers are recent. Notices of older answers have
 * expired.
 */
async function removeRecentAnswerNotices(
  services: Services,
  rows: readonly { uuid_hash: string; is_recent: boolean }[],
): Promise<void> {
  const recent = rows.filter(({ is_recent }) => is_recent);
  await removeAnswerNotices(
    services,
    recent.map(({ uuid_hash }) => uuid_hash),
  );
}

async function eraseCommunityAnswers(services: Services, user_pk: number): Promise<void> {
  const { db, storage } = services;
  let rows = await selectCommunityAnswers(db, { user_pk });
  while (rows.length > 0) {
    const uuid_hashes = rows.map(({ uuid_hash }) => uuid_hash);
    await removeRecentAnswerNotices(services, rows);
    await deleteCommunityAnswers(db, { user_pk, uuid_hashes });
    await deleteEmptyQuestions(db, uuid_hashes);
    for (const uuid_hash of uuid_hashes) await removeCards(storage, uuid_hash);
    rows = await selectCommunityAnswers(db, { user_pk });
  }
}

async function eraseReceivedQuestions(services: Services, user_pk: number): Promise<void> {
  const { db, storage } = services;
  let rows = await selectReceivedQuestions(db, { user_pk });
  while (rows.length > 0) {
    const uuid_hashes = rows.map(({ uuid_hash }) => uuid_hash);
    await removeRecentAnswerNotices(services, rows);
    for (const uuid_hash of uuid_hashes) await removeCards(storage, uuid_hash);
    await deleteReceivedQuestions(db, { user_pk, uuid_hashes });
    rows = await selectReceivedQuestions(db, { user_pk });
  }
}

async function eraseLikes({ db, secrets, bus }: Services, viewer: SignedIn): Promise<void> {
  for (const identity of listOwnIdentities(viewer)) {
    const paths = await deleteLikesOfActor(db, secrets.deriveLikeActor(identity));
    if (paths.length > 0) bus.publish("pages", { paths });
  }
}

// Also selects the accounts of waiting jobs about follows, because the last step deletes these jobs.
const selectRecentlyFollowed = statement(
  "leaving.selectRecentlyFollowed",
  `
  select followed_pk as "followed_pk!" from follows
  where follower_pk = :user_pk and followed_at > now() - interval '${maxNoticeDays} days'
  union
  select (data ->> 'followed_pk')::bigint from pgboss.job
  where data ->> 'follower_pk' = :user_pk::bigint::text`,
);

/**
 * Deletes the notices of answers to what the account asked, and the notices that told other accounts that it follows
 * them. The notices of what it received are deleted with its row.
 */
async function eraseNotices(services: Services, viewer: SignedIn): Promise<void> {
  const { db, secrets } = services;
  const { pk: user_pk, id } = viewer.user;
  for (const { followed_pk } of await selectRecentlyFollowed(db, { user_pk })) {
    await removeNotices(db, followed_pk, "new_follower", [id]);
  }
  await deleteSealedNoticesOf(services, viewer);
  for (const identity of listOwnIdentities(viewer)) await deleteReadState(db, secrets, identity);
  await enqueueNoticesRewrite(db, {});
}

const deleteFollows = statement(
  "leaving.deleteFollows",
  `
  delete from follows where (follower_pk, followed_pk) in (
    (select follower_pk, followed_pk from follows where follower_pk = :user_pk limit ${batchSize})
    union all
    (select follower_pk, followed_pk from follows where followed_pk = :user_pk limit ${batchSize})
  ) returning follower_pk`,
);

const deleteImportedFollowers = statement(
  "leaving.deleteImportedFollowers",
  `
  delete from imported_followers where user_pk = :user_pk and subject in (
    select subject from imported_followers where user_pk = :user_pk limit ${batchSize}
  ) returning user_pk`,
);

// Foreign keys with `on delete cascade` delete the account's rows of other tables. What it has reported about others stays
// in their cases, without its name, its words and what it has written itself.
const deleteUser = statement(
  "leaving.deleteUser",
  `
  with deleted_jobs as (
    delete from pgboss.job where state in ('created', 'retry', 'failed') and (
      data ->> 'user_pk' = :user_pk::bigint::text or data ->> 'follower_pk' = :user_pk::bigint::text
      or data ->> 'followed_pk' = :user_pk::bigint::text)
  ), deleted_appeals as (
    delete from case_reports using cases
    where cases.pk = case_pk and cases.kind = 'appeal' and reporter_pk = :user_pk
  ), unnamed_reports as (
    update case_reports set reporter_pk = null, note = '', evidence = jsonb_set(evidence, '{texts}', coalesce((
      select jsonb_agg(text) from jsonb_array_elements(evidence -> 'texts') text where (text -> 'is_reported')::boolean
    ), '[]'))
    from cases
    where cases.pk = case_pk and cases.kind <> 'appeal' and reporter_pk = :user_pk
  )
  delete from users where pk = :user_pk and destroyed_at is not null`,
);

async function eraseFollowsAndUser(services: Services, viewer: SignedIn): Promise<void> {
  const { db, sent_counts } = services;
  const user_pk = viewer.user.pk;
  for (const deleteBatch of [deleteFollows, deleteImportedFollowers]) {
    let deleted: unknown[] = await deleteBatch(db, { user_pk });
    while (deleted.length > 0) deleted = await deleteBatch(db, { user_pk });
  }
  await deleteUnusedFollowerPictures(services, user_pk);
  await deleteUser(db, { user_pk });
  for (const identity of listOwnIdentities(viewer)) sent_counts.delete(identity.toString("hex"));
}

/** Maximum number of accounts that one run of the hourly job erases. */
const maxUnfinishedAccounts = 100;

const selectUnfinishedAccounts = statement(
  "leaving.selectUnfinishedAccounts",
  // In random order, so that accounts that fail again and again don't take the turns of the others.
  `
  select pk from users where left_at is not null and destroyed_at < now() - interval '1 hour'
  order by random() limit ${maxUnfinishedAccounts}`,
);

/** Erases accounts that are still not erased an hour after they were destroyed, because their job failed. */
export async function eraseUnfinishedAccounts(
  services: Services,
  payments: Payments | undefined,
): Promise<void> {
  const unfinished = await selectUnfinishedAccounts(services.db, {});
  await runEach(
    unfinished.map(
      ({ pk }) =>
        () =>
          eraseAccount(services, payments, pk),
    ),
  );
}
