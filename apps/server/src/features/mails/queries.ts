import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { hashToken } from "#platform/identity/secrets.ts";

const selectRecipient = statement(
  "mails.selectRecipient",
  `
  select account, locale, confirmed_email as "confirmed_email!" from users
  where pk = :user_pk and confirmed_email is not null`,
);

/** Finds an account with a confirmed address; undefined for other accounts. */
export async function findRecipient(db: Db, user_pk: number) {
  return (await selectRecipient(db, { user_pk }))[0];
}

const selectLink = statement(
  "mails.selectLink",
  `
  select l.purpose, l.email, u.account
  from mail_links l join users u on u.pk = l.user_pk and u.left_at is null
  where l.token_hash = :token_hash and l.expires_at > now()`,
);

/** Finds a link of a mail; undefined if it is used or expired, or if it is a link that sets a password. */
export async function findMailLink(db: Db, token: string) {
  const [link] = await selectLink(db, { token_hash: hashToken(token) });
  if (!link || link.purpose === "reset_password") return undefined;
  return { ...link, purpose: link.purpose };
}
