import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { listSignInProviders } from "#platform/config.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Call } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { hashSessionToken } from "#platform/identity/session.ts";
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

const selectSessionOfUser = statement(
  "accounts.selectSessionOfUser",
  "select id from sessions where token_hash = :token_hash and user_pk = :user_pk",
);

/**
 * Locks the account of a request before something is added to its ways to sign in. Throws `sign_in_needed` if the session
 * of the request has ended since the request began: a body that arrives slowly could otherwise add a way after all
 * sessions were ended.
 */
export async function lockSignedInUser(
  db: Db,
  user_pk: number,
  request: Call<Endpoint>["request"],
): Promise<void> {
  await lockUser(db, { user_pk });
  const token_hash = hashSessionToken(request);
  const found = token_hash ? await selectSessionOfUser(db, { token_hash, user_pk }) : [];
  if (found.length === 0) throw new Failure("sign_in_needed");
}

const hashSql = (bytes: string) => `encode(sha256(${bytes}), 'hex')`;

/** SQL expressions: a mark for a row of each way to sign in and of each second factor, by the name of its table. */
export const wayMarksSql = {
  users: `'password ' || ${hashSql("convert_to(users.password_hash, 'UTF8')")}`,
  passkeys: "'passkey ' || passkeys.pk",
  identities: "'provider ' || identities.pk",
  totp_factors: `'totp ' || ${hashSql("totp_factors.sealed_secret")}`,
  recovery_codes: `'recovery_code ' || ${hashSql("recovery_codes.code_hash")}`,
};

/**
 * Builds a query for the marks of everything with which an account can sign in. Two results tell what was added between
 * them, without the times at which it was added.
 */
export const buildWaysToSignInSql = (user_pk: string) => `
  select ${wayMarksSql.users} from users where users.pk = ${user_pk} and users.password_hash is not null
  union all select ${wayMarksSql.passkeys} from passkeys where passkeys.user_pk = ${user_pk}
  union all select ${wayMarksSql.identities} from identities where identities.user_pk = ${user_pk}
  union all select ${wayMarksSql.totp_factors} from totp_factors
    where totp_factors.user_pk = ${user_pk} and totp_factors.expires_at is null
  union all select ${wayMarksSql.recovery_codes} from recovery_codes
    where recovery_codes.user_pk = ${user_pk}`;
