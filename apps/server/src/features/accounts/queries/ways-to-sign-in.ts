import { listSignInProviders } from "#platform/config.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";

/**
 * SQL condition: the account can still sign in after the identity of `provider` or the passkey whose `pk` is `passkey`
 * is removed. The arguments are SQL expressions. The statement needs the parameters of `findOfferedWays`.
 */
export function hasOtherWayToSignInSql(removed: {
  user_pk: string;
  provider?: string;
  passkey?: string;
}) {
  const { user_pk, provider = "null", passkey = "null" } = removed;
  return `(
    exists (select from users owner
               where owner.pk = ${user_pk} and owner.password_hash is not null and :has_own_id)
    or exists (select from identities other
               where other.user_pk = ${user_pk} and other.provider is distinct from ${provider}
                 and other.provider = any(:sign_in_providers::text[]))
    or exists (select from passkeys other
               where other.user_pk = ${user_pk} and other.pk is distinct from ${passkey}))`;
}

/** The ways to sign in that this site offers besides passkeys, as parameters for `hasOtherWayToSignInSql`. */
export function findOfferedWays({ config }: Pick<Services, "config">) {
  return {
    has_own_id: config.has_own_id,
    sign_in_providers: listSignInProviders(config.provider_keys),
  };
}

/** Locks an account, so that simultaneous changes of its ways to sign in or its factors run one after another. */
export const lockUser = statement(
  "accounts.lockUser",
  "select pk from users where pk = :user_pk for update",
);
