import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { wayMarksSql } from "../queries/ways-to-sign-in.ts";
import { buildUnlinkSql } from "./identities.ts";

// A second factor that no code has confirmed yet has no mark among the former ones, so it is deleted too.
const deleteLaterFactors = statement(
  "accounts.deleteLaterFactors",
  `
  with deleted_password as (
    update users set password_hash = null
    where pk = :user_pk and ${wayMarksSql.users} <> all(:former_ways::text[])
  ), deleted_passkeys as (
    delete from passkeys where user_pk = :user_pk and ${wayMarksSql.passkeys} <> all(:former_ways::text[])
  ), deleted_totp as (
    delete from totp_factors
    where user_pk = :user_pk and ${wayMarksSql.totp_factors} <> all(:former_ways::text[])
  )
  delete from recovery_codes
  where user_pk = :user_pk and ${wayMarksSql.recovery_codes} <> all(:former_ways::text[])`,
);

const deleteLaterIdentities = statement(
  "accounts.deleteLaterIdentities",
  buildUnlinkSql(`${wayMarksSql.identities} <> all(:former_ways::text[])`),
);

/**
 * Removes what an account can sign in with and had not when its ways to sign in were `former_ways`
 * (`buildWaysToSignInSql`): a changed password, passkeys, linked providers, the second factor and recovery codes. The account
 * must be locked. If no way remains, its owner sets a new password by mail.
 */
export async function removeLaterWays(db: Db, user_pk: number, former_ways: string[]) {
  await deleteLaterFactors(db, { user_pk, former_ways });
  await deleteLaterIdentities(db, { user_pk, former_ways });
}
