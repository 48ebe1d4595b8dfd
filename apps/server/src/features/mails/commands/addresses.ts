import { undoDays } from "@toibako/contract/mails.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId, hashToken } from "#platform/identity/secrets.ts";
import { endSessionsOfAccount } from "#platform/identity/session.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { maySignInSql } from "../../accounts/queries/left-accounts.ts";
import { sendMailLinkJob } from "../job-definitions.ts";
import {
  buildInsertEmailConfirmationSql,
  buildLockAccountOfLinkSql,
  buildRevokeLinksSql,
  lockAddress,
} from "./links.ts";

/**
 * SQL expression: the purpose of the mail to the former address of an account. Only the first change within
 * `undoDays` days gets a link that undoes it; a later link would be mailed to an address that an attacker may
 * have entered.
 */
const buildUndoOrNotifySql = (user_pk: string) => `
  case when exists (
    select from mail_links undo
    where undo.user_pk = ${user_pk} and undo.purpose = 'undo_email' and undo.expires_at > now()
  ) then 'notify_change' else 'undo_email' end`;

// A new address takes effect when it is confirmed. A removal takes effect at once: it deletes the links that
// reset the password or confirm the identity, because they were mailed to the former address, and mails a
// link to undo it. Links that confirm an address stay, because they count towards the maximum number of links
// for that address. `:link_id` is the id of the link that confirms the new address, which
// `buildInsertEmailConfirmationSql` inserts.
const updateEmail = statement(
  "mails.updateEmail",
  `
  with previous as (
    select pk, confirmed_email from users
    where pk = :user_pk and left_at is null and email is distinct from :email?::text
    for update
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
  ), former_address_link as (
    insert into mail_links (id, purpose, user_pk, email, expires_at)
    select :undo_id, ${buildUndoOrNotifySql("previous.pk")}, pk, confirmed_email, now() + interval '${undoDays} days'
    from previous where :email? is null and confirmed_email is not null
    returning id
  ), mailed_links as (
    select id from new_confirmation union all select id from former_address_link
  )
  ${enqueueSql([sendMailLinkJob], "mailed_links")}`,
);

/**
 * Changes the address of an account, or removes it if `email` is null, and enqueues the mails with links. Must be the
 * first write of a transaction, see `lockAddress`.
 */
export async function changeEmail(db: Db, user_pk: number, email: string | null): Promise<void> {
  if (email !== null) await lockAddress(db, { email });
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
    ${buildInsertEmailConfirmationSql("unconfirmed_user")}
  ), enqueued_jobs as (
    ${enqueueSql([sendMailLinkJob], "new_link")}
  )
  select exists (select from new_link) as "is_enqueued!" from unconfirmed_user`,
);

/** Enqueues another mail with a link that confirms the address of an account. */
export async function enqueueEmailConfirmation(
  db: Db,
  { pk: user_pk, email, confirmed_email }: SessionUser,
): Promise<void> {
  if (email === null || email === confirmed_email) throw new Failure("refused");
  const [unconfirmed] = await transaction(db, async (db) => {
    await lockAddress(db, { email });
    return insertConfirmation(db, { user_pk, email, link_id: createPublicId() });
  });
  // Meanwhile the address was confirmed or changed.
  if (!unconfirmed) throw new Failure("refused");
  // Too many links for this address are still valid. They expire at different times, so an hour is only an estimate.
  if (!unconfirmed.is_enqueued) throw new Failure("too_many", { retry_after: 3_600 });
}

// Makes the entered address the confirmed one. Deletes the links of the account that reset its password or confirm its
// identity, because they were mailed to the former address.
const confirmEmail = statement(
  "mails.confirmEmail",
  `
  with locked_user as (
    ${buildLockAccountOfLinkSql("confirm_email")}
  ), used_link as (
    delete from mail_links using locked_user
    where mail_links.token_hash = :token_hash and mail_links.purpose = 'confirm_email'
      and mail_links.expires_at > now() and mail_links.user_pk = locked_user.pk
    returning mail_links.user_pk, mail_links.email
  ), previous as (
    select u.pk, u.confirmed_email, used_link.email
    from users u join used_link on used_link.user_pk = u.pk
    where u.email = used_link.email and u.left_at is null
    for no key update of u
  ), updated_user as (
    update users u set confirmed_email = previous.email from previous where u.pk = previous.pk
    returning u.pk
  ), deleted_links as (
    delete from mail_links using updated_user
    where mail_links.user_pk = updated_user.pk and mail_links.purpose in ('reset_password', 'confirm_identity')
  ), former_address_link as (
    insert into mail_links (id, purpose, user_pk, email, expires_at)
    select :undo_id, ${buildUndoOrNotifySql("previous.pk")}, pk, confirmed_email, now() + interval '${undoDays} days'
    from previous where confirmed_email <> email
    returning id
  ), enqueued_jobs as (
    ${enqueueSql([sendMailLinkJob], "former_address_link")}
  )
  select pk from updated_user`,
);

// Restores the former address. Also for a left account, because an attacker may have left it to lock out its owner.
// Makes all mail links of the account unusable, including the used one, because an attacker who changed the address may
// have received some of them.
const undoEmail = statement(
  "mails.undoEmail",
  `
  with locked_user as (
    ${buildLockAccountOfLinkSql("undo_email")}
  ), used_link as (
    select mail_links.user_pk, mail_links.email
    from mail_links join locked_user on locked_user.pk = mail_links.user_pk
    where mail_links.token_hash = :token_hash and mail_links.purpose = 'undo_email'
      and mail_links.expires_at > now()
    for update of mail_links
  ), updated_user as (
    update users u set email = used_link.email, confirmed_email = used_link.email from used_link
    where u.pk = used_link.user_pk and ${maySignInSql}
    returning u.pk
  ), ${buildRevokeLinksSql("updated_user", "true")}
  select pk from updated_user`,
);

/** Confirms the address of a mailed link; throws `not_found` if the link is used or expired. */
export async function confirmAddress(db: Db, token: string): Promise<void> {
  const link = { token_hash: hashToken(token), undo_id: createPublicId() };
  const confirmed = await confirmEmail(db, link);
  if (confirmed.length === 0) throw new Failure("not_found");
}

/**
 * Restores the former address of a mailed link and ends all sessions of the account. Throws `not_found` if the link
 * is used or expired.
 */
export async function undoAddress(services: Services, token: string): Promise<void> {
  const token_hash = hashToken(token);
  await transaction(services.db, async (db) => {
    const [undone] = await undoEmail(db, { token_hash });
    if (!undone) throw new Failure("not_found");
    await endSessionsOfAccount({ ...services, db }, undone.pk);
  });
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
