import { passwordResetMinutes, type putPassword } from "@toibako/contract/passwords.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import type { Call } from "#platform/http/endpoint.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { refuseCommonPassword } from "#platform/identity/common-passwords.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import { hashPassword, verifyPassword } from "#platform/identity/passwords.ts";
import { createPublicId, hashToken } from "#platform/identity/secrets.ts";
import {
  deleteSessionsOfAccount,
  publishSessionEnds,
  rotateSession,
  setSessionCookie,
} from "#platform/identity/session.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { rememberBrowser } from "#platform/limits/known-browsers.ts";
import type { Services } from "#platform/services.ts";
import { maySignInSql } from "../accounts/queries/left-accounts.ts";
import { lockSignedInUser } from "../accounts/queries/ways-to-sign-in.ts";
import { buildRevokeLinksSql, lockAccountOfLink } from "../mails/commands/links.ts";
import { sendMailLinkJob, sendSecurityMailJob } from "../mails/job-definitions.ts";
import { findAccountOfReset, findPasswordHash } from "./queries.ts";

/** The maximum number of accounts with one address that get a link. */
const maxAccountsOfAddress = 5;
/** The maximum number of unused links of one account. */
const maxUnusedLinks = 3;

// Enqueues a job even without a matching account, so that the duration of the reply doesn't reveal whether one
// exists. That job has the id of no link and does nothing.
const insertReset = statement(
  "passwords.insertReset",
  `
  with matching_users as (
    select u.pk, u.confirmed_email, row_number() over (order by u.pk)::int as position
    from users u
    where (
        lower(u.account) = lower(:account_or_email)
        or lower(u.confirmed_email) = lower(:account_or_email)
      )
      and u.confirmed_email is not null and ${maySignInSql}
      and (
        select count(*) from mail_links
        where mail_links.user_pk = u.pk and mail_links.purpose = 'reset_password' and mail_links.expires_at > now()
      ) < ${maxUnusedLinks}
    order by u.pk limit ${maxAccountsOfAddress}
  ), new_links as (
    insert into mail_links (id, purpose, user_pk, email, expires_at)
    select (:ids::text[])[matching_users.position], 'reset_password', matching_users.pk,
      matching_users.confirmed_email,
      now() + interval '${passwordResetMinutes} minutes'
    from matching_users
    returning id
  ), mailed_links as (
    select id from new_links
    union all
    select :unused_id::text as id where not exists (select from new_links)
  )
  ${enqueueSql([sendMailLinkJob], "mailed_links")}`,
);

/** Enqueues mails with links to set a new password, for the accounts with this handle or confirmed address. */
export async function requestPasswordReset(db: Db, account_or_email: string): Promise<void> {
  const ids = Array.from({ length: maxAccountsOfAddress }, createPublicId);
  await insertReset(db, { account_or_email, ids, unused_id: createPublicId() });
}

/** The condition on the rows of `mail_links` that become unusable when the password changes. */
const isOutdatedByPasswordSql =
  "mail_links.purpose in ('reset_password', 'confirm_email', 'confirm_identity')";

// Deletes the link, so that only one of two simultaneous requests succeeds. Also makes other links of the account
// unusable, because an attacker may have requested them or may have entered the address that they confirm. Links
// that undo a change of the address remain.
const resetPassword = statement(
  "passwords.reset",
  `
  with used_link as (
    delete from mail_links
    where token_hash = :token_hash and purpose = 'reset_password' and expires_at > now()
    returning user_pk
  ), updated_user as (
    update users u set password_hash = :password_hash from used_link
    where u.pk = used_link.user_pk and ${maySignInSql}
    returning u.pk
  ), ${buildRevokeLinksSql(
    "updated_user",
    `${isOutdatedByPasswordSql} and mail_links.token_hash is distinct from :token_hash`,
  )}, enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "updated_user", {
      user_pk: "pk",
      kind: "'password_changed'",
    })}
  )
  select pk from updated_user`,
);

/** Sets a new password by a mailed link and ends all sessions; throws `not_found` if the link is used or expired. */
export async function resetPasswordByLink(
  services: Services,
  ip: string,
  token: string,
  password: string,
): Promise<void> {
  if ((await findAccountOfReset(services.db, token)) === undefined) throw new Failure("not_found");
  await refuseCommonPassword("password", password);
  const password_hash = await hashPassword(ip, password);
  const token_hash = hashToken(token);
  const ended = await transaction(services.db, async (db) => {
    await lockAccountOfLink(db, { token_hash });
    const [reset] = await resetPassword(db, { token_hash, password_hash });
    if (!reset) throw new Failure("not_found");
    return deleteSessionsOfAccount(db, reset.pk);
  });
  publishSessionEnds(services, ended);
}

// The condition on the current hash stops a request from overwriting a simultaneous change of the password.
const updatePassword = statement(
  "passwords.update",
  `
  with updated_user as (
    update users set password_hash = :password_hash
    where pk = :user_pk and password_hash is not distinct from :current_hash?
    returning pk
  ), ${buildRevokeLinksSql("updated_user", isOutdatedByPasswordSql)}, enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "updated_user", {
      user_pk: "pk",
      kind: "'password_changed'",
    })}
  )
  select pk from updated_user`,
);

/**
 * Changes the password of the signed-in account, ends its other sessions and gives this one a new token.
 * An account without a password needs an identity confirmation instead.
 */
export async function changePassword(call: Call<typeof putPassword>): Promise<void> {
  const { services, viewer, request, reply } = call;
  const { current_password, password } = call.body;
  const { ip } = request;
  const user_pk = viewer.user.pk;
  const current_hash = await findPasswordHash(services.db, user_pk);
  if (current_hash === null) {
    // Without this setting, nobody can sign in with a password.
    if (!services.config.has_own_id) throw new Failure("not_found");
    requireIdentityConfirmation(call);
  } else if (current_password === undefined) {
    throw createFieldFailure("current_password", "missing_field");
  } else if (!(await verifyPassword(ip, current_hash, current_password))) {
    throw createFieldFailure("current_password", "wrong_current_password");
  }
  await refuseCommonPassword("password", password);
  const password_hash = await hashPassword(ip, password);
  const { ended, token } = await transaction(services.db, async (db) => {
    await lockSignedInUser(db, user_pk, request);
    const updated = await updatePassword(db, { user_pk, password_hash, current_hash });
    if (updated.length === 0)
      throw createFieldFailure("current_password", "wrong_current_password");
    const ended = await deleteSessionsOfAccount(db, user_pk, request);
    return { ended, token: await rotateSession(db, request) };
  });
  if (token !== undefined) setSessionCookie(reply, token);
  publishSessionEnds(services, ended);
  await rememberBrowser(services, request, reply, viewer.user.account);
}
