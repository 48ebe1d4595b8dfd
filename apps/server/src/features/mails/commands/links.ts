import { emailConfirmationHours } from "@toibako/contract/mails.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createToken, hashToken } from "#platform/identity/secrets.ts";
import { maySignInSql } from "../../accounts/queries/left-accounts.ts";
import { buildWaysToSignInSql } from "../../accounts/queries/ways-to-sign-in.ts";

/**
 * Maximum number of unused links for one address, so that accounts can't flood the mailbox of another person. A used
 * link is deleted, so the links that haven't expired are the unused ones, including the revoked ones.
 */
const maxUnusedConfirmations = 5;
/**
 * Maximum number of unused links for one address that one account, and one network, has requested again. They are sent even
 * if the address has reached `maxUnusedConfirmations`. Otherwise five registrations with the address of somebody else would
 * keep its owner from confirming it for a day.
 */
const maxRequestsOfAccount = 3;
const maxRequestsOfNetwork = 10;

/**
 * Locks an address until the end of the transaction, so that simultaneous requests can't exceed the maximum together.
 * Must precede statements that lock an account; otherwise two transactions could wait for each other.
 */
export const lockAddress = statement(
  "mails.lockAddress",
  `select pg_advisory_xact_lock(hashtextextended('address ' || lower(:email::text), 0))::text as lock`,
);

/**
 * Builds an SQL expression: the ways to sign in that the account had before the address was entered that now waits for
 * confirmation, or else those that it has now. If several addresses were entered one after another, the first one
 * counts; otherwise an attacker could add a passkey between two of them.
 */
export const buildFormerWaysSql = (user_pk: string) => `
  coalesce(
    (
      select earlier.former_ways from mail_links earlier
      where earlier.user_pk = ${user_pk} and earlier.purpose = 'confirm_email'
        and earlier.former_ways is not null and not earlier.is_revoked and earlier.expires_at > now()
      order by earlier.expires_at limit 1
    ),
    array(${buildWaysToSignInSql(user_pk)})
  )`;

/**
 * Builds the SQL of a CTE that stores the link `:link_id`, which confirms an address. `from` is a CTE with
 * the account's `pk` and `email`. `network_tag` is an SQL expression if the account requests the link again. The statement
 * must also enqueue `sendMailLinkJob`, and `lockAddress` must precede it.
 */
export const buildInsertEmailConfirmationSql = (from: string, network_tag?: string) => {
  const countLinks = (condition: string) => `(
    select count(*) from mail_links earlier
    where lower(earlier.email) = lower(entered.email) and earlier.purpose = 'confirm_email'
      and earlier.expires_at > now() and ${condition}
  )`;
  const mayRequestAgain = `(
    ${countLinks("earlier.network_tag is not null and earlier.user_pk = entered.pk")} < ${maxRequestsOfAccount}
    and ${countLinks(`earlier.network_tag = ${network_tag}`)} < ${maxRequestsOfNetwork}
  )`;
  return `
  insert into mail_links (id, purpose, user_pk, email, expires_at, former_ways, network_tag)
  select :link_id, 'confirm_email', entered.pk, entered.email,
    now() + interval '${emailConfirmationHours} hours', ${buildFormerWaysSql("entered.pk")},
    ${network_tag ?? "null"}
  from ${from} entered
  where entered.email is not null
    and (${countLinks("true")} < ${maxUnusedConfirmations} or ${network_tag ? mayRequestAgain : "false"})
  returning id`;
};

/**
 * Locks the account of a link. Must precede the statement that uses the link: every transaction that changes an account
 * locks it before its links, so that two can't wait for each other, and the next statement sees what the others did.
 */
export const lockAccountOfLink = statement(
  "mails.lockAccountOfLink",
  `
  select u.pk from users u
  where u.pk = (select mail_links.user_pk from mail_links where mail_links.token_hash = :token_hash)
  for no key update`,
);

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
 * the one that undoes the change of an address. Earlier releases stored a link `notify_change`, which does nothing.
 */
export async function createLinkToken(db: Db, id: string) {
  const token = createToken();
  const [link] = await updateLinkToken(db, { id, token_hash: hashToken(token) });
  if (!link || link.purpose === "notify_change") return undefined;
  return { ...link, purpose: link.purpose, token };
}

const deleteExpired = statement(
  "mails.deleteExpiredLinks",
  deleteBatchSql("mail_links", "id", "expires_at < now()"),
);

export async function deleteExpiredMailLinks(db: Db): Promise<void> {
  await repeatBatches(() => deleteExpired(db, {}));
}
