import { emailConfirmationHours } from "@toibako/contract/mails.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createToken, hashToken } from "#platform/identity/secrets.ts";
import { maySignInSql } from "../../accounts/queries/left-accounts.ts";

/**
 * Maximum number of unused links for one address, so that accounts can't flood the mailbox of another person. A used
 * link is deleted, so the links that haven't expired are the unused ones, including the revoked ones.
 */
const maxUnusedConfirmations = 5;

/**
 * Locks an address until the end of the transaction, so that simultaneous requests can't exceed the maximum together.
 * Must precede statements that lock an account; otherwise two transactions could wait for each other.
 */
export const lockAddress = statement(
  "mails.lockAddress",
  `select pg_advisory_xact_lock(hashtextextended('address ' || lower(:email::text), 0))::text as lock`,
);

/**
 * Builds the SQL of a CTE that stores the link `:link_id`, which confirms an address. `from` is a CTE with
 * the account's `pk` and `email`. The statement must also enqueue `sendMailLinkJob`, and `lockAddress` must
 * precede it.
 */
export const buildInsertEmailConfirmationSql = (from: string) => `
  insert into mail_links (id, purpose, user_pk, email, expires_at)
  select :link_id, 'confirm_email', entered.pk, entered.email,
    now() + interval '${emailConfirmationHours} hours'
  from ${from} entered
  where entered.email is not null and (
    select count(*) from mail_links earlier
    where lower(earlier.email) = lower(entered.email) and earlier.purpose = 'confirm_email'
      and earlier.expires_at > now()
  ) < ${maxUnusedConfirmations}
  returning id`;

/**
 * Builds the SQL of a CTE that locks the account of the link with `:token_hash` before the link is used. Every statement
 * that changes an account locks it before its links; the opposite order could cause a deadlock. If another transaction
 * deletes the link meanwhile, the statement doesn't find it after the lock.
 */
export const buildLockAccountOfLinkSql = (
  purpose: "confirm_email" | "undo_email" | "reset_password",
) => `
  select u.pk from users u
  where u.pk = (
    select mail_links.user_pk from mail_links
    where mail_links.token_hash = :token_hash and mail_links.purpose = '${purpose}'
  )
  for no key update`;

/**
 * Builds the SQL of two CTEs that make the links of an account unusable. `from` is a CTE with the account's `pk`,
 * `condition` says which links of `mail_links` are meant. Links that confirm an address are not deleted but revoked,
 * because they count towards the maximum number of links for that address.
 */
export const buildRevokeLinksSql = (from: string, condition: string) => `
  deleted_links as (
    delete from mail_links using ${from} owner
    where mail_links.user_pk = owner.pk and mail_links.purpose <> 'confirm_email' and ${condition}
  ), revoked_links as (
    update mail_links set is_revoked = true, token_hash = null
    from ${from} owner
    where mail_links.user_pk = owner.pk and mail_links.purpose = 'confirm_email' and ${condition}
  )`;

const updateLinkToken = statement(
  "mails.updateLinkToken",
  `
  update mail_links set token_hash = :token_hash from users u
  where mail_links.id = :id and mail_links.expires_at > now() and not mail_links.is_revoked
    and u.pk = mail_links.user_pk
    and (mail_links.purpose <> 'confirm_email' or mail_links.email = u.email)
    and (u.left_at is null or (mail_links.purpose in ('reset_password', 'undo_email') and ${maySignInSql}))
  returning mail_links.purpose, mail_links.email, u.account, u.locale`,
);

/**
 * Creates the token of a link and stores only the token's hash. An earlier token of the link becomes invalid.
 * Returns undefined if the link has expired or was revoked, if it confirms an address that was removed meanwhile, or if
 * its account is left. Two links also work for a left account that can be restored: the one that resets the password, and
 * the one that undoes the change of an address.
 */
export async function createLinkToken(db: Db, id: string) {
  const token = createToken();
  const [link] = await updateLinkToken(db, { id, token_hash: hashToken(token) });
  return link && { ...link, token };
}

const deleteExpired = statement(
  "mails.deleteExpiredLinks",
  "delete from mail_links where expires_at < now()",
);

export async function deleteExpiredMailLinks(db: Db): Promise<void> {
  await deleteExpired(db, {});
}
