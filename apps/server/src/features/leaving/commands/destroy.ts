import { closedHandleDays } from "@toibako/contract/handles.ts";
import {
  type destroyAccount as destroyEndpoint,
  restorableDays,
} from "@toibako/contract/leaving.ts";
import { readTypedHandle } from "@toibako/contract/typed-keys.ts";
import { runEach } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import type { Call } from "#platform/http/endpoint.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import { verifyPassword } from "#platform/identity/passwords.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { findSessionUser } from "../../accounts/queries.ts";
import { cancelBeforeDestruction } from "../../billing/commands/leave.ts";
import type { Payments } from "../../billing/providers/payments.ts";
import { deleteProfileCardsJob } from "../../cards/job-definitions.ts";
import { findPasswordOfTotpUser } from "../../factors/queries.ts";
import { findPasswordHash } from "../../passwords/queries.ts";
import { deletePictureJob } from "../../pictures/job-definitions.ts";
import { isPictureSql } from "../../pictures/queries.ts";
import { eraseAccountJob } from "../job-definitions.ts";
import { listPublicPages } from "../queries.ts";

// Deletes everything that identifies the person. The enqueued job deletes the other rows, which can be many.
// Deletes nothing if the handle has just been changed, because the former handle would be closed instead of
// the new one. With `is_expired_only`, also deletes nothing if the account has just been restored.
// `former_picture` still reads the row as it was before the update, because all steps of a statement see the
// same snapshot.
const destroyUser = statement(
  "leaving.destroy",
  `
  with destroyed_user as (
    update users set
      left_at = coalesce(left_at, now()), destroyed_at = now(), account = :placeholder,
      displaying_name = '', self_introduction = '', icon_url = null, email = null,
      confirmed_email = null, password_hash = null, birthday = null, gender_type = 'unknown',
      is_auto_recruit = false, is_auto_message_recruit = false, is_send_email = false
    where pk = :user_pk and destroyed_at is null and account = :account and (
      not :is_expired_only::boolean or left_at < now() - interval '${restorableDays} days'
    )
    returning pk as user_pk
  ), former_picture as (
    select u.icon_url from users u join destroyed_user on destroyed_user.user_pk = u.pk
    where ${isPictureSql("u.icon_url")}
  ), enqueued_picture_deletion as (
    ${enqueueSql([deletePictureJob], "former_picture")}
  ), enqueued_card_deletion as (
    ${enqueueSql([deleteProfileCardsJob], "destroyed_user", { account: ":account" })}
  ), closed_handle as (
    insert into closed_handles (tag, closed_until)
    select :tag, now() + interval '${closedHandleDays} days' from destroyed_user
    on conflict (tag) do update set user_pk = null, closed_until = excluded.closed_until
  ), deleted_name as (
    delete from user_names using destroyed_user where user_names.user_pk = destroyed_user.user_pk
  ), deleted_identities as (
    delete from identities using destroyed_user where identities.user_pk = destroyed_user.user_pk
  ), deleted_mail_links as (
    delete from mail_links using destroyed_user where mail_links.user_pk = destroyed_user.user_pk
  ), deleted_totp as (
    delete from totp_factors using destroyed_user where totp_factors.user_pk = destroyed_user.user_pk
  ), deleted_recovery_codes as (
    delete from recovery_codes using destroyed_user where recovery_codes.user_pk = destroyed_user.user_pk
  ), deleted_passkeys as (
    delete from passkeys using destroyed_user where passkeys.user_pk = destroyed_user.user_pk
  ), deleted_inquiries as (
    delete from inquiries using destroyed_user where inquiries.user_pk = destroyed_user.user_pk
  ), enqueued_jobs as (
    ${enqueueSql([eraseAccountJob], "destroyed_user")}
  )
  select user_pk from destroyed_user`,
);

const selectRemaining = statement(
  "leaving.selectRemaining",
  "select pk from users where pk = :user_pk and destroyed_at is null",
);

/** Destroys the caller's account after checking the entered handle, and the password or the identity confirmation. */
export async function destroyOwnAccount(
  call: Call<typeof destroyEndpoint>,
  payments: Payments | undefined,
): Promise<void> {
  const { services, request, viewer, body } = call;
  const { user } = viewer;
  if (readTypedHandle(body.account).toLowerCase() !== user.account.toLowerCase())
    throw createFieldFailure("account", "other_account");
  const password_hash = await findPasswordHash(services.db, user.pk);
  // If signing in needs a code, the password alone must not suffice to destroy the account.
  if (password_hash === null || (await findPasswordOfTotpUser(services.db, user.pk)))
    requireIdentityConfirmation(call);
  const isCorrect =
    password_hash === null ||
    (await verifyPassword(request.ip, password_hash, body.password ?? ""));
  if (!isCorrect) throw createFieldFailure("password", "wrong_password");
  await cancelBeforeDestruction(services, payments, user.pk);
  const isDestroyed = await destroyAccount(services, user, { is_expired_only: false });
  // A simultaneous request has either destroyed the account or changed its handle.
  if (!isDestroyed && (await selectRemaining(services.db, { user_pk: user.pk })).length > 0) {
    throw createFieldFailure("account", "other_account");
  }
}

/**
 * Destroys an account that isn't the caller's, at its owner's request. `permit` runs in the transaction of the
 * destruction; if it throws, the account stays.
 */
export async function destroyAtRequest(
  services: Services,
  payments: Payments | undefined,
  user: SessionUser,
  permit: (db: Db) => Promise<() => Promise<void>>,
): Promise<void> {
  await cancelBeforeDestruction(services, payments, user.pk);
  await destroyAccount(services, user, { is_expired_only: false, permit });
}

interface Destruction {
  is_expired_only: boolean;
  permit?: (db: Db) => Promise<() => Promise<void>>;
}

/**
 * Deletes an account's name and sign-in data, closes its handle, and enqueues the deletion of its content. Returns
 * whether it did; with `permit`, throws if it didn't.
 */
async function destroyAccount(
  services: Services,
  user: SessionUser,
  { is_expired_only, permit }: Destruction,
): Promise<boolean> {
  const { db, secrets, bus } = services;
  const paths = await listPublicPages(db, user);
  const isDestroyed = await transaction(db, async (db) => {
    const record = await permit?.(db);
    const destroyed = await destroyUser(db, {
      user_pk: user.pk,
      account: user.account,
      is_expired_only,
      tag: secrets.deriveClosedHandleTag(user.account),
      // Handles contain no hyphens, so no account has this handle.
      placeholder: `-${createPublicId()}`,
    });
    // The handle was changed meanwhile.
    if (permit && destroyed.length === 0) throw new Failure("refused");
    await record?.();
    return destroyed.length > 0;
  });
  if (!isDestroyed) return false;
  bus.publish("pages", { paths });
  return true;
}

const selectExpired = statement(
  "leaving.selectExpired",
  `
  select pk from users
  where left_at < now() - interval '${restorableDays} days' and destroyed_at is null`,
);

/** Destroys the accounts that were left more than `restorableDays` days ago. */
export async function destroyLeftAccounts(
  services: Services,
  payments: Payments | undefined,
): Promise<void> {
  const { db } = services;
  const expired = await selectExpired(db, {});
  await runEach(
    expired.map(({ pk }) => async () => {
      await cancelBeforeDestruction(services, payments, pk);
      await destroyAccount(services, await findSessionUser(db, pk), { is_expired_only: true });
    }),
  );
}

const selectAccounts = statement(
  "leaving.selectAccounts",
  `
  select pk, id from users where pk > :after and destroyed_at is null order by pk limit 1000`,
);

/**
 * Destroys the accounts of these tags, which a backup has brought back. Returns how many there were. Unlike in `runEach`,
 * the first failure ends it, and a further call goes on.
 */
export async function destroyLeaversAgain(
  services: Services,
  payments: Payments | undefined,
  tags: ReadonlySet<string>,
): Promise<number> {
  const { db, secrets } = services;
  let count = 0;
  let accounts = await selectAccounts(db, { after: 0 });
  while (accounts.length > 0) {
    for (const { pk } of accounts.filter(({ id }) => tags.has(secrets.deriveLeaverTag(id)))) {
      await cancelBeforeDestruction(services, payments, pk);
      const user = await findSessionUser(db, pk);
      if (await destroyAccount(services, user, { is_expired_only: false })) count++;
    }
    accounts = await selectAccounts(db, { after: accounts.at(-1)?.pk ?? 0 });
  }
  return count;
}
