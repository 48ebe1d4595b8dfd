import { undoDays } from "@toibako/contract/mails.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId, hashToken } from "#platform/identity/secrets.ts";
import { deleteSessionsOfAccount, publishSessionEnds } from "#platform/identity/session.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { findSubscriber } from "#platform/limits/networks.ts";
import type { Services } from "#platform/services.ts";
import { removeLaterWays } from "../../accounts/commands/later-ways.ts";
import { maySignInSql } from "../../accounts/queries/left-accounts.ts";
import { lockUser } from "../../accounts/queries/ways-to-sign-in.ts";
import { sendMailLinkJob, sendSecurityMailJob } from "../job-definitions.ts";
import {
  buildFormerWaysSql,
  buildInsertEmailConfirmationSql,
  buildRevokeLinksSql,
  lockAccountOfLink,
  lockAddress,
} from "./links.ts";

/**
 * Builds the SQL of CTEs that store the link `:undo_id`, which the former address gets. `from` is a CTE with the
 * account's `pk`, its `former_email` and the `former_ways` to sign in. Every confirmed address gets a link that undoes the
 * change from it and all later ones. The links of earlier addresses stay valid as long as the new one, so that an
 * address that an attacker has confirmed never has the last word.
 */
const buildInsertUndoLinkSql = (from: string) => `
  former_address_link as (
    insert into mail_links (id, purpose, user_pk, email, expires_at, former_ways, change_number)
    select :undo_id, 'undo_email', pk, former_email, now() + interval '${undoDays} days', former_ways,
      1 + coalesce((
        select max(earlier.change_number) from mail_links earlier where earlier.user_pk = ${from}.pk
      ), 0)
    from ${from} where former_email is not null
    returning id
  ), prolonged_links as (
    update mail_links set expires_at = now() + interval '${undoDays} days'
    from ${from}
    where mail_links.user_pk = ${from}.pk and mail_links.purpose = 'undo_email' and mail_links.expires_at > now()
  )`;

// A new address takes effect when it is confirmed. A removal takes effect at once: it deletes the links that
// reset the password or confirm the identity, because they were mailed to the former address, and mails a
// link to undo it. Links that confirm an address stay, because they count towards the maximum number of links
// for that address. `:link_id` is the id of the link that confirms the new address, which
// `buildInsertEmailConfirmationSql` inserts. The account must be locked.
const updateEmail = statement(
  "mails.updateEmail",
  `
  with previous as (
    select pk, confirmed_email from users
    where pk = :user_pk and left_at is null and email is distinct from :email?::text
  ), updated_user as (
    update users u set
      email = :email?,
      confirmed_email = case when :email? is null then null else u.confirmed_email end
    from previous where u.pk = previous.pk
    returning u.pk, u.email, u.confirmed_email
  ), unconfirmed_user as (
    select pk, email from updated_user where email is distinct from confirmed_email
  ), new_confirmation as (
    ${buildInsertEmailConfirmationSql("unconfirmed_user")}
  ), deleted_links as (
    delete from mail_links using updated_user
    where updated_user.email is null and mail_links.user_pk = updated_user.pk
      and mail_links.purpose in ('reset_password', 'confirm_identity')
  ), removed_address as (
    select pk, confirmed_email as former_email, ${buildFormerWaysSql("previous.pk")} as former_ways
    from previous where :email? is null
  ), ${buildInsertUndoLinkSql("removed_address")}, mailed_links as (
    select id from new_confirmation union all select id from former_address_link
  )
  ${enqueueSql([sendMailLinkJob], "mailed_links")}`,
);

const selectConfirmedEmail = statement(
  "mails.selectConfirmedEmail",
  "select confirmed_email from users where pk = :user_pk",
);

/**
 * Changes the address of an account, or removes it if `email` is null, and enqueues the mails with links. Must be the
 * first write of a transaction, see `lockAddress`. Throws `sign_in_needed` if the account was read before another address
 * was confirmed or restored, which may have ended its sessions.
 */
export async function changeEmail(
  db: Db,
  { pk: user_pk, confirmed_email }: Pick<SessionUser, "pk" | "confirmed_email">,
  email: string | null,
): Promise<void> {
  if (email !== null) await lockAddress(db, { email });
  await lockUser(db, { user_pk });
  const [current] = await selectConfirmedEmail(db, { user_pk });
  if (current?.confirmed_email !== confirmed_email) throw new Failure("sign_in_needed");
  await updateEmail(db, {
    user_pk,
    email,
    link_id: createPublicId(),
    undo_id: createPublicId(),
  });
}

const insertConfirmation = statement(
  "mails.insertConfirmation",
  `
  with unconfirmed_user as (
    select pk, email from users
    where pk = :user_pk and email = :email and email is distinct from confirmed_email
  ), new_link as (
    ${buildInsertEmailConfirmationSql("unconfirmed_user", ":network_tag::bytea")}
  ), enqueued_jobs as (
    ${enqueueSql([sendMailLinkJob], "new_link")}
  )
  select exists (select from new_link) as "is_enqueued!" from unconfirmed_user`,
);

/** Enqueues another mail with a link that confirms the address of an account, requested from this IP address. */
export async function enqueueEmailConfirmation(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  { pk: user_pk, email, confirmed_email }: SessionUser,
  ip: string,
): Promise<void> {
  if (email === null || email === confirmed_email) throw new Failure("refused");
  const network_tag = secrets.deriveMailNetworkTag(findSubscriber(ip), email);
  const [unconfirmed] = await transaction(db, async (db) => {
    await lockAddress(db, { email });
    return insertConfirmation(db, { user_pk, email, link_id: createPublicId(), network_tag });
  });
  // Meanwhile the address was confirmed or changed.
  if (!unconfirmed) throw new Failure("refused");
  // Too many links for this address are still valid. They expire at different times, so an hour is only an estimate.
  if (!unconfirmed.is_enqueued) throw new Failure("too_many", { retry_after: 3_600 });
}

// Makes the entered address the confirmed one. Makes the links of the account unusable that reset its password or confirm
// its identity, because they were mailed to the former address, and those that confirm this or another address.
const confirmEmail = statement(
  "mails.confirmEmail",
  `
  with used_link as (
    delete from mail_links
    where token_hash = :token_hash and purpose = 'confirm_email' and expires_at > now()
    returning id, user_pk, email, former_ways
  ), previous as (
    select u.pk, u.confirmed_email, used_link.email
    from users u join used_link on used_link.user_pk = u.pk
    where u.email = used_link.email and u.left_at is null
  ), updated_user as (
    update users u set confirmed_email = previous.email from previous where u.pk = previous.pk
    returning u.pk
  ), ${buildRevokeLinksSql(
    "updated_user",
    "mail_links.purpose in ('reset_password', 'confirm_identity', 'confirm_email') and mail_links.id not in (select id from used_link)",
  )}, changed_address as (
    select previous.pk, previous.confirmed_email as former_email, used_link.former_ways
    from previous join used_link on used_link.user_pk = previous.pk
    where previous.confirmed_email is distinct from previous.email
  ), ${buildInsertUndoLinkSql("changed_address")}, enqueued_jobs as (
    ${enqueueSql([sendMailLinkJob], "former_address_link")}
  )
  select pk from updated_user`,
);

// Restores the former address. Also for a left account, because an attacker may have left it to lock out its owner.
// Makes other mail links of the account unusable, because an attacker who changed the address may have received them.
// Only the links of earlier addresses stay, which undo earlier changes: an attacker may have confirmed this one.
const undoEmail = statement(
  "mails.undoEmail",
  `
  with used_link as (
    select user_pk, email, former_ways, coalesce(change_number, 0) as change_number
    from mail_links
    where token_hash = :token_hash and purpose = 'undo_email' and expires_at > now()
  ), updated_user as (
    update users u set email = used_link.email, confirmed_email = used_link.email from used_link
    where u.pk = used_link.user_pk and ${maySignInSql}
    returning u.pk
  ), ${buildRevokeLinksSql(
    "updated_user",
    `(mail_links.purpose <> 'undo_email'
      or coalesce(mail_links.change_number, 0) >= (select change_number from used_link))`,
  )}, enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "updated_user", { user_pk: "pk", kind: "'email_restored'" })}
  )
  select updated_user.pk, used_link.former_ways from updated_user, used_link`,
);

/** Confirms the address of a mailed link; throws `not_found` if the link is used or expired. */
export async function confirmAddress(db: Db, token: string): Promise<void> {
  const token_hash = hashToken(token);
  await transaction(db, async (db) => {
    await lockAccountOfLink(db, { token_hash });
    const confirmed = await confirmEmail(db, { token_hash, undo_id: createPublicId() });
    if (confirmed.length === 0) throw new Failure("not_found");
  });
}

/**
 * Restores the former address of a mailed link, removes the ways to sign in that the account got since then, and ends all
 * its sessions. Throws `not_found` if the link is used or expired.
 */
export async function undoAddress(services: Services, token: string): Promise<void> {
  const token_hash = hashToken(token);
  const ended = await transaction(services.db, async (db) => {
    await lockAccountOfLink(db, { token_hash });
    const [undone] = await undoEmail(db, { token_hash });
    if (!undone) throw new Failure("not_found");
    // A link of an earlier release knows no ways to sign in.
    if (undone.former_ways) await removeLaterWays(db, undone.pk, undone.former_ways);
    return deleteSessionsOfAccount(db, undone.pk);
  });
  publishSessionEnds(services, ended);
}

const updateReminded = statement(
  "mails.updateReminded",
  `
  update users set email_reminded_on = current_date
  where pk = :user_pk and email_reminded_on is distinct from current_date`,
);

/** Stores that an account was asked for an email address today. */
export async function storeReminder(db: Db, user_pk: number): Promise<void> {
  await updateReminded(db, { user_pk });
}
