import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { hashToken } from "#platform/identity/secrets.ts";
import { maySignInSql } from "../accounts/queries/left-accounts.ts";

const selectAccountOfReset = statement(
  "passwords.selectAccountOfReset",
  `
  select u.account
  from mail_links join users u on u.pk = mail_links.user_pk and ${maySignInSql}
  where mail_links.token_hash = :token_hash and mail_links.purpose = 'reset_password'
    and mail_links.expires_at > now()`,
);

/** Finds the handle of the account of a password link; undefined if the link is used or expired. */
export async function findAccountOfReset(db: Db, token: string): Promise<string | undefined> {
  return (await selectAccountOfReset(db, { token_hash: hashToken(token) }))[0]?.account;
}

const selectPasswordHash = statement(
  "passwords.selectPasswordHash",
  "select password_hash from users where pk = :user_pk",
);

export async function findPasswordHash(db: Db, user_pk: number): Promise<string | null> {
  return (await selectPasswordHash(db, { user_pk }))[0]?.password_hash ?? null;
}
