import { statement } from "#platform/database/statement.ts";

/**
 * SQL for whether an account can still sign in without the given identity (its provider) or passkey (its
 * key). Each is SQL; the statement has the parameter `link_only`, the providers that can't sign in.
 */
export function hasOtherWaySql(way: { user_pk: string; provider?: string; passkey?: string }) {
  const { user_pk, provider = "null", passkey = "null" } = way;
  return `(
    exists (select from users w where w.pk = ${user_pk} and w.password_hash is not null)
    or exists (select from identities w
               where w.user_pk = ${user_pk} and w.provider is distinct from ${provider}
                 and w.provider <> all(:link_only::text[]))
    or exists (select from passkeys w
               where w.user_pk = ${user_pk} and w.pk is distinct from ${passkey}))`;
}

/** Makes removals of ways to sign in wait for each other. */
export const lockUser = statement(
  "accounts.lockUser",
  "select pk from users where pk = :user_pk for update",
);
