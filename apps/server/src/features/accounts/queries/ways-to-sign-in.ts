import { statement } from "#platform/database/statement.ts";

/**
 * SQL condition: the account can still sign in after the identity of `provider` or the passkey with the key `passkey`
 * is removed. The arguments are SQL expressions. The statement needs the parameter `link_only`: the providers that
 * can be linked but not used to sign in.
 */
export function hasOtherWayToSignInSql(removed: {
  user_pk: string;
  provider?: string;
  passkey?: string;
}) {
  const { user_pk, provider = "null", passkey = "null" } = removed;
  return `(
    exists (select from users w where w.pk = ${user_pk} and w.password_hash is not null)
    or exists (select from identities w
               where w.user_pk = ${user_pk} and w.provider is distinct from ${provider}
                 and w.provider <> all(:link_only::text[]))
    or exists (select from passkeys w
               where w.user_pk = ${user_pk} and w.pk is distinct from ${passkey}))`;
}

/** Locks an account, so that simultaneous changes of its ways to sign in or its factors run one after another. */
export const lockUser = statement(
  "accounts.lockUser",
  "select pk from users where pk = :user_pk for update",
);
