import { emailConfirmationHours } from "@toibako/contract/mails.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createToken, hashToken } from "#platform/identity/secrets.ts";
import { maySignInSql } from "../../accounts/queries/left-accounts.ts";

/** Unused links that one address gets in a day, so that nobody can fill a stranger's mailbox. */
const maxWaitingConfirmations = 5;

/**
 * Builds a CTE that stores the link `:link_id`, by which the address in the columns `pk` and `email` of
 * `from` is confirmed. Its mail is enqueued with `sendMailLinkJob`.
 */
export const insertEmailConfirmationSql = (from: string) => `
  insert into mail_links (id, purpose, user_pk, email, expires_at)
  select :link_id, 'confirm_email', entered.pk, entered.email,
    now() + interval '${emailConfirmationHours} hours'
  from ${from} entered
  where entered.email is not null and (
    select count(*) from mail_links earlier
    where lower(earlier.email) = lower(entered.email) and earlier.purpose = 'confirm_email'
      and earlier.expires_at > now()
  ) < ${maxWaitingConfirmations}
  returning id`;

const updateTokenOfLink = statement(
  "mails.updateTokenOfLink",
  `
  update mail_links l set token_hash = :token_hash from users u
  where l.id = :id and l.expires_at > now() and u.pk = l.user_pk
    and (u.left_at is null or (l.purpose = 'reset_password' and ${maySignInSql}))
  returning l.purpose, l.email, u.account, u.locale`,
);

/**
 * Gives a link a token, of which only the hash is stored; a token that it had before no longer works.
 * Undefined if the link has expired.
 */
export async function createTokenOfLink(db: Db, id: string) {
  const token = createToken();
  const [link] = await updateTokenOfLink(db, { id, token_hash: hashToken(token) });
  return link && { ...link, token };
}

const deleteExpired = statement(
  "mails.deleteExpiredLinks",
  "delete from mail_links where expires_at < now()",
);

export async function deleteExpiredMailLinks(db: Db): Promise<void> {
  await deleteExpired(db, {});
}
