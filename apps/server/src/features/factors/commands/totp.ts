import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { closeConsolesSql } from "#platform/identity/console.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { lockSignedInUser, lockUser } from "../../accounts/queries/ways-to-sign-in.ts";
import { sendSecurityMailJob } from "../../mails/job-definitions.ts";
import {
  type Code,
  createRecoveryCodes,
  createTotpSecret,
  findTotpStep,
  formatTotpUrl,
} from "../policy.ts";
import type { BrowserCall } from "./passkey-challenges.ts";

type FactorServices = Pick<Services, "db" | "secrets">;

/** Minutes after which a secret expires that no code has confirmed. */
const setupMinutes = 60;

/** The owner for which `totp_factors.sealed_secret` is sealed. */
const formatSecretOwner = (user_pk: number) => `totp of ${user_pk}`;

// Replaces a secret that no code has confirmed; does nothing while the second factor is on.
const insertTotp = statement(
  "factors.insertTotp",
  `
  insert into totp_factors (user_pk, sealed_secret, expires_at)
  values (:user_pk, :sealed_secret, now() + interval '${setupMinutes} minutes')
  on conflict (user_pk) do update
  set sealed_secret = excluded.sealed_secret, expires_at = excluded.expires_at, last_step = 0
  where totp_factors.expires_at is not null
  returning user_pk`,
);

const selectTotp = statement(
  "factors.selectTotp",
  `
  select sealed_secret, expires_at is null as "is_on!" from totp_factors
  where user_pk = :user_pk and (expires_at is null or expires_at > now())`,
);

// Turns the second factor on if its secret has not expired and not been replaced, and stores its recovery codes in place
// of any older ones.
const confirmTotp = statement(
  "factors.confirmTotp",
  `
  with confirmed_factor as (
    update totp_factors set expires_at = null, last_step = :step
    where user_pk = :user_pk and expires_at > now() and sealed_secret = :sealed_secret
    returning user_pk
  ), deleted_codes as (
    delete from recovery_codes where user_pk in (select user_pk from confirmed_factor)
  ), new_codes as (
    insert into recovery_codes (user_pk, code_hash)
    select confirmed_factor.user_pk, given.code_hash
    from confirmed_factor, unnest(:code_hashes::bytea[]) as given (code_hash)
  ), enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "confirmed_factor", { kind: "'totp_turned_on'" })}
  )
  select user_pk from confirmed_factor`,
);

// Accepts each time step once, so that an observed code can't be replayed.
const updateLastStep = statement(
  "factors.updateLastStep",
  `
  update totp_factors set last_step = :step
  where user_pk = :user_pk and expires_at is null and last_step < :step returning user_pk`,
);

const deleteRecoveryCode = statement(
  "factors.deleteRecoveryCode",
  `
  delete from recovery_codes
  where user_pk = :user_pk and code_hash = :code_hash returning user_pk`,
);

const deleteTotp = statement(
  "factors.deleteTotp",
  `
  with deleted_codes as (
    delete from recovery_codes where user_pk = :user_pk
  ), deleted_factor as (
    delete from totp_factors where user_pk = :user_pk returning user_pk
  ), closed_consoles as (
    ${closeConsolesSql("deleted_factor")}
  )
  ${enqueueSql([sendSecurityMailJob], "deleted_factor", { kind: "'totp_turned_off'" })}`,
);

// Changes nothing if the second factor is off.
const replaceCodes = statement(
  "factors.replaceCodes",
  `
  with active_factor as (
    select user_pk from totp_factors where user_pk = :user_pk and expires_at is null
  ), deleted_codes as (
    delete from recovery_codes where user_pk in (select user_pk from active_factor)
  ), new_codes as (
    insert into recovery_codes (user_pk, code_hash)
    select active_factor.user_pk, given.code_hash
    from active_factor, unnest(:code_hashes::bytea[]) as given (code_hash)
  ), enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "active_factor", { kind: "'recovery_codes_replaced'" })}
  )
  select user_pk from active_factor`,
);

const deleteExpired = statement(
  "factors.deleteExpiredTotp",
  deleteBatchSql("totp_factors", "user_pk", "expires_at < now()"),
);

/** Creates a secret for an authenticator app; throws `refused` if the second factor is on. */
export async function startTotp({ db, secrets }: FactorServices, { pk, account }: SessionUser) {
  const secret = createTotpSecret();
  const sealed_secret = secrets.seal(secret, formatSecretOwner(pk));
  const inserted = await insertTotp(db, { user_pk: pk, sealed_secret });
  if (inserted.length === 0) throw new Failure("refused");
  return { secret, url: formatTotpUrl(secret, account) };
}

async function findTotpSecret({ db, secrets }: FactorServices, user_pk: number) {
  const [row] = await selectTotp(db, { user_pk });
  const secret = row && secrets.unseal(row.sealed_secret, formatSecretOwner(user_pk));
  return row && secret !== undefined ? { ...row, secret } : undefined;
}

function createCodesAndHashes({ secrets }: FactorServices, user_pk: number) {
  const recovery_codes = createRecoveryCodes();
  const code_hashes = recovery_codes.map((code) =>
    secrets.deriveRecoveryCodeHash(user_pk, code.replaceAll("-", "")),
  );
  return { recovery_codes, code_hashes };
}

/** Turns the second factor on if the code is correct, and returns the recovery codes. */
export async function turnOnTotp(
  services: FactorServices,
  request: BrowserCall["request"],
  user_pk: number,
  code: Code,
) {
  const factor = await findTotpSecret(services, user_pk);
  if (!factor || factor.is_on) throw new Failure("code_expired");
  const step = code.kind === "totp" ? findTotpStep(factor.secret, code.text) : undefined;
  if (step === undefined) throw new Failure("wrong_code");
  const { recovery_codes, code_hashes } = createCodesAndHashes(services, user_pk);
  const confirmed = await transaction(services.db, async (db) => {
    await lockSignedInUser(db, user_pk, request);
    return confirmTotp(db, { user_pk, step, code_hashes, sealed_secret: factor.sealed_secret });
  });
  if (confirmed.length === 0) throw new Failure("code_expired");
  return { recovery_codes };
}

/** Accepts a code of the app or a recovery code once; throws `wrong_code` for a wrong or used code. */
export async function consumeCode(
  services: FactorServices,
  user_pk: number,
  code: Code,
): Promise<void> {
  const isAccepted =
    code.kind === "totp"
      ? await consumeTotpCode(services, user_pk, code.text)
      : await consumeRecoveryCode(services, user_pk, code.text);
  if (!isAccepted) throw new Failure("wrong_code");
}

async function consumeTotpCode(services: FactorServices, user_pk: number, text: string) {
  const factor = await findTotpSecret(services, user_pk);
  const step = factor?.is_on ? findTotpStep(factor.secret, text) : undefined;
  if (step === undefined) return false;
  return (await updateLastStep(services.db, { user_pk, step })).length > 0;
}

async function consumeRecoveryCode({ db, secrets }: FactorServices, user_pk: number, text: string) {
  const code_hash = secrets.deriveRecoveryCodeHash(user_pk, text);
  return (await deleteRecoveryCode(db, { user_pk, code_hash })).length > 0;
}

/** Turns the second factor off with a code of the app or a recovery code. */
export async function turnOffTotp(
  services: FactorServices,
  user_pk: number,
  code: Code,
): Promise<void> {
  await consumeCode(services, user_pk, code);
  await transaction(services.db, async (db) => {
    await lockUser(db, { user_pk });
    await deleteTotp(db, { user_pk });
  });
}

/** Replaces all recovery codes and returns the new ones. */
export async function replaceRecoveryCodes(
  services: FactorServices,
  request: BrowserCall["request"],
  user_pk: number,
) {
  const { recovery_codes, code_hashes } = createCodesAndHashes(services, user_pk);
  const replaced = await transaction(services.db, async (db) => {
    // A separate statement, so that the next one sees and deletes the codes of a simultaneous replacement.
    await lockSignedInUser(db, user_pk, request);
    return replaceCodes(db, { user_pk, code_hashes });
  });
  if (replaced.length === 0) throw new Failure("refused");
  return { recovery_codes };
}

/** Deletes expired secrets that no code has confirmed. */
export async function deleteExpiredTotp(db: Db): Promise<void> {
  await repeatBatches(() => deleteExpired(db, {}));
}
