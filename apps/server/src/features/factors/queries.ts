import { formatDate } from "@toibako/contract/dates.ts";
import type { Factors, Passkey } from "@toibako/contract/factors.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { maySignInSql } from "../accounts/queries/left-accounts.ts";
import { findOfferedWays, hasOtherWayToSignInSql } from "../accounts/queries/ways-to-sign-in.ts";

const selectFactors = statement(
  "factors.selectFactors",
  `
  select
    u.password_hash is not null as "has_password!",
    exists (select from totp_factors where totp_factors.user_pk = u.pk and totp_factors.expires_at is null)
      as "is_totp_on!",
    (select count(*)::int from recovery_codes where recovery_codes.user_pk = u.pk) as "recovery_codes_left!"
  from users u where u.pk = :user_pk`,
);

const selectPasskeys = statement(
  "factors.selectPasskeys",
  `
  select id, name, created_hour, used_hour,
    ${hasOtherWayToSignInSql({ user_pk: ":user_pk", passkey: "passkeys.pk" })} as "may_remove!"
  from passkeys where user_pk = :user_pk order by pk`,
);

async function findPasskeys(
  services: Services,
  user: SessionUser,
  locale: Locale,
): Promise<Passkey[]> {
  const parameters = { user_pk: user.pk, ...findOfferedWays(services) };
  const rows = await selectPasskeys(services.db, parameters);
  const reader = createDateReader(locale, user);
  return rows.map(({ created_hour, used_hour, ...passkey }) => ({
    ...passkey,
    created_hour: created_hour.toISOString(),
    formatted_created_on: formatDate("day", created_hour, reader),
    formatted_used_on: used_hour && formatDate("day", used_hour, reader),
  }));
}

export async function findFactors(
  services: Services,
  user: SessionUser,
  locale: Locale,
): Promise<Factors> {
  const [[row], passkeys] = await Promise.all([
    selectFactors(services.db, { user_pk: user.pk }),
    findPasskeys(services, user, locale),
  ]);
  if (!row) throw new Error("the account of a session does not exist");
  return { ...row, passkeys };
}

export async function findPasskey(
  services: Services,
  user: SessionUser,
  locale: Locale,
  id: string,
): Promise<Passkey> {
  const passkey = (await findPasskeys(services, user, locale)).find(
    (candidate) => candidate.id === id,
  );
  if (!passkey) throw new Error("a passkey that was just added does not exist");
  return passkey;
}

const selectCredentialIds = statement(
  "factors.selectCredentialIds",
  "select credential_id, transports from passkeys where user_pk = :user_pk order by pk",
);

export async function findCredentialIds(db: Db, user_pk: number) {
  return selectCredentialIds(db, { user_pk });
}

const selectPasswordOfTotpUser = statement(
  "factors.selectPasswordOfTotpUser",
  `
  select u.account, u.password_hash as "password_hash!", u.left_at is not null as "has_left!"
  from users u join totp_factors on totp_factors.user_pk = u.pk
  where u.pk = :user_pk and ${maySignInSql} and u.password_hash is not null
    and totp_factors.expires_at is null`,
);

/** Finds an account that has a password and whose second factor is on; otherwise returns undefined. */
export async function findPasswordOfTotpUser(db: Db, user_pk: number) {
  return (await selectPasswordOfTotpUser(db, { user_pk }))[0];
}
