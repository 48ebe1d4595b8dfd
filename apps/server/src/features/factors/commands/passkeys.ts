import {
  type CreationOptions,
  maxPasskeys,
  type NewCredential,
  passkeyChallengeMinutes,
  passkeyNameLimit,
  type UsedCredential,
} from "@toibako/contract/factors.ts";
import { replaceLineBreaks } from "@toibako/contract/text.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { millisecondsPerMinute } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import { closeConsolesSql } from "#platform/identity/console.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import type { AuthenticatedAccount } from "../../accounts/commands/sign-in.ts";
import { maySignInSql } from "../../accounts/queries/left-accounts.ts";
import {
  findOfferedWays,
  hasOtherWayToSignInSql,
  lockSignedInUser,
  lockUser,
} from "../../accounts/queries/ways-to-sign-in.ts";
import { sendSecurityMailJob } from "../../mails/job-definitions.ts";
import { findCredentialIds } from "../queries.ts";
import { type BrowserCall, consumeChallenge, createChallenge } from "./passkey-challenges.ts";

/** Imports the library with the first passkey, because it takes some megabytes of memory. */
const importWebAuthn = () => import("@simplewebauthn/server");
const importWebAuthnHelpers = () => import("@simplewebauthn/server/helpers");

const timeoutMilliseconds = passkeyChallengeMinutes * millisecondsPerMinute;

/** The relying party (WebAuthn) of the passkeys: this site, by its public address. */
export const getRelyingParty = ({ config }: Pick<Services, "config">) => ({
  id: new URL(config.public_url).hostname,
  origin: new URL(config.public_url).origin,
});

/** Creates the options with which a browser can create a passkey; throws `refused` if the account has too many. */
export async function startPasskey(
  call: BrowserCall,
  { pk, id, account, displaying_name }: SessionUser,
): Promise<CreationOptions> {
  const { services } = call;
  const existing = await findCredentialIds(services.db, pk);
  if (existing.length >= maxPasskeys) throw createTooManyPasskeysFailure();
  const challenge = await createChallenge(call, pk);
  const relyingParty = getRelyingParty(services);
  const { generateRegistrationOptions } = await importWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: "Toibako",
    rpID: relyingParty.id,
    userID: new TextEncoder().encode(id),
    userName: account,
    userDisplayName: displaying_name,
    challenge: Buffer.from(challenge, "base64url"),
    timeout: timeoutMilliseconds,
  });
  return {
    rp: { id: relyingParty.id, name: options.rp.name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: timeoutMilliseconds,
    attestation: "none",
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: "public-key",
      transports,
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
}

function createTooManyPasskeysFailure(): Failure {
  return new Failure("refused", { fields: [{ field: "name", text_key: "passkeys_full" }] });
}

// Returns no row if the account already has the maximum number of passkeys, or if the passkey is already stored.
const insertPasskey = statement(
  "factors.insertPasskey",
  `
  with new_passkey as (
    insert into passkeys
      (id, user_pk, credential_id, public_key, signatures_count, transports, name)
    select :id, :user_pk, :credential_id, :public_key, :signatures_count, :transports::text[], :name
    where (select count(*) from passkeys where user_pk = :user_pk) < ${maxPasskeys}
    on conflict (credential_id) do nothing
    returning id, user_pk
  ), enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "new_passkey", { kind: "'passkey_added'" })}
  )
  select id from new_passkey`,
);

/** Verifies and stores a passkey that this browser has created, and returns its id. */
export async function addPasskey(
  call: BrowserCall,
  user_pk: number,
  typedName: string,
  credential: NewCredential,
): Promise<string> {
  const { services } = call;
  const name = requireText("name", replaceLineBreaks(typedName), passkeyNameLimit);
  const challenge = await consumeChallenge(call, credential.client_data_json, user_pk);
  const relyingParty = getRelyingParty(services);
  const { verifyRegistrationResponse } = await importWebAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: credential.id,
      rawId: credential.id,
      type: "public-key",
      response: {
        clientDataJSON: credential.client_data_json,
        attestationObject: await removeAttestationStatement(credential.attestation_object),
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
  }).catch(refuseCredential);
  if (!verified) throw new Failure("wrong_passkey");
  const { id: credential_id, publicKey, counter } = registrationInfo.credential;
  const id = createPublicId();
  const inserted = await transaction(services.db, async (db) => {
    // The lock stops simultaneous requests from exceeding the maximum together.
    await lockSignedInUser(db, user_pk, call.request);
    return insertPasskey(db, {
      id,
      user_pk,
      credential_id,
      public_key: Buffer.from(publicKey),
      signatures_count: counter,
      transports: credential.transports,
      name,
    });
  });
  if (inserted.length > 0) return id;
  const existing = await findCredentialIds(services.db, user_pk);
  if (existing.length >= maxPasskeys) throw createTooManyPasskeysFailure();
  throw new Failure("foreign_passkey");
}

/**
 * Removes the statement about the authenticator's model from an attestation object. This site doesn't need it,
 * and for its certificates the library would fetch revocation lists from any addresses that they name.
 */
async function removeAttestationStatement(attestation_object: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await importWebAuthnHelpers();
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation_object));
    const withoutStatement: Parameters<typeof isoCBOR.encode>[0] = new Map();
    withoutStatement.set("fmt", "none");
    withoutStatement.set("attStmt", new Map());
    withoutStatement.set("authData", decoded.get("authData"));
    return isoBase64URL.fromBuffer(isoCBOR.encode(withoutStatement));
  } catch {
    return refuseCredential();
  }
}

/** Replaces errors of the library, which throws for invalid credentials. */
function refuseCredential(): never {
  throw new Failure("wrong_passkey");
}

const selectPasskey = statement(
  "factors.selectPasskey",
  `
  select passkeys.pk, passkeys.public_key, passkeys.signatures_count, passkeys.user_pk, u.id as user_id,
    u.left_at is not null as "has_left!"
  from passkeys join users u on u.pk = passkeys.user_pk
  where passkeys.credential_id = :credential_id and ${maySignInSql}`,
);

// Changes nothing if the signature counter doesn't increase: then the passkey was copied. Passkeys without a
// counter send 0.
const updateLastUse = statement(
  "factors.updateUse",
  `
  update passkeys
  set signatures_count = :signatures_count, used_hour = date_trunc('hour', now())
  where pk = :pk and (signatures_count < :signatures_count or :signatures_count = 0)
  returning pk`,
);

/**
 * Verifies a signature of a passkey and returns its account, which may be a left account. Throws `unknown_passkey` if no
 * account that can be signed in to has the passkey.
 */
export async function verifyPasskey(
  call: BrowserCall,
  credential: UsedCredential,
): Promise<AuthenticatedAccount> {
  const { services } = call;
  const challenge = await consumeChallenge(call, credential.client_data_json, null);
  const [passkey] = await selectPasskey(services.db, { credential_id: credential.id });
  if (!passkey) throw new Failure("unknown_passkey");
  const hasMatchingUser =
    credential.user_handle === undefined ||
    Buffer.from(credential.user_handle, "base64url").toString() === passkey.user_id;
  if (!hasMatchingUser) throw new Failure("wrong_passkey");
  const relyingParty = getRelyingParty(services);
  const { verifyAuthenticationResponse } = await importWebAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: credential.id,
      rawId: credential.id,
      type: "public-key",
      response: {
        clientDataJSON: credential.client_data_json,
        authenticatorData: credential.authenticator_data,
        signature: credential.signature,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.signatures_count),
    },
  }).catch(refuseCredential);
  const { pk, user_pk, has_left } = passkey;
  const used = verified
    ? await updateLastUse(services.db, { pk, signatures_count: authenticationInfo.newCounter })
    : [];
  if (used.length === 0) throw new Failure("wrong_passkey");
  return { user_pk, has_left };
}

/**
 * Verifies a signature of a passkey of this account. Throws `foreign_passkey` if it is a passkey of another account, or was
 * removed.
 */
export async function verifyOwnPasskey(
  call: BrowserCall,
  user_pk: number,
  credential: UsedCredential,
): Promise<void> {
  const verified = await verifyPasskey(call, credential).catch((error: unknown) => {
    const isUnknown = error instanceof Failure && error.code === "unknown_passkey";
    throw isUnknown ? new Failure("foreign_passkey") : error;
  });
  if (verified.user_pk !== user_pk) throw new Failure("foreign_passkey");
}

const updateName = statement(
  "factors.updateName",
  "update passkeys set name = :name where id = :id and user_pk = :user_pk returning id",
);

export async function renamePasskey(
  { db }: Services,
  user_pk: number,
  id: string,
  typedName: string,
): Promise<void> {
  const name = requireText("name", replaceLineBreaks(typedName), passkeyNameLimit);
  const updated = await updateName(db, { id, user_pk, name });
  if (updated.length === 0) throw new Failure("not_found");
}

const selectOwnPasskey = statement(
  "factors.selectOwned",
  "select pk from passkeys where id = :id and user_pk = :user_pk",
);

const deletePasskey = statement(
  "factors.deletePasskey",
  `
  with deleted_passkey as (
    delete from passkeys
    where id = :id and user_pk = :user_pk
      and ${hasOtherWayToSignInSql({ user_pk: ":user_pk", passkey: "passkeys.pk" })}
    returning pk, user_pk
  ), closed_consoles as (
    ${closeConsolesSql("deleted_passkey")}
  ), enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "deleted_passkey", { kind: "'passkey_removed'" })}
  )
  select pk from deleted_passkey`,
);

/** Removes a passkey, unless it is the only way to sign in. */
export async function removePasskey(
  services: Services,
  user_pk: number,
  id: string,
): Promise<void> {
  await transaction(services.db, async (db) => {
    // The lock stops simultaneous removals from removing the last two ways to sign in.
    await lockUser(db, { user_pk });
    const deleted = await deletePasskey(db, { id, user_pk, ...findOfferedWays(services) });
    if (deleted.length > 0) return;
    const exists = (await selectOwnPasskey(db, { id, user_pk })).length > 0;
    if (!exists) throw new Failure("not_found");
    throw new Failure("refused", { fields: [{ field: "passkey", text_key: "last_way_in" }] });
  });
}

// Changes nothing if the account has no passkey. Enqueues the security mail only if there was a password.
const deletePassword = statement(
  "factors.deletePassword",
  `
  with updated_user as (
    update users u set password_hash = null
    from users previous
    where u.pk = :user_pk and previous.pk = u.pk
      and exists (select from passkeys where passkeys.user_pk = u.pk)
    returning u.pk, previous.password_hash is not null as had_password
  ), enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "updated_user where had_password", {
      user_pk: "pk",
      kind: "'password_removed'",
    })}
  )
  select pk from updated_user`,
);

/** Removes the password of an account that has a passkey. */
export async function removePassword({ db }: Services, user_pk: number): Promise<void> {
  await transaction(db, async (db) => {
    await lockUser(db, { user_pk });
    const updated = await deletePassword(db, { user_pk });
    if (updated.length > 0) return;
    throw new Failure("refused", { fields: [{ field: "password", text_key: "passkey_needed" }] });
  });
}
