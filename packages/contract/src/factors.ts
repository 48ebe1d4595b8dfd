import { type Static, Type } from "typebox";
import { CurrentUser, SignInStep } from "./accounts.ts";
import { defineEndpoint, type Limit } from "./endpoint.ts";
import { SignInQuery } from "./sessions.ts";
import { defineObject, IdInput, PublicId, Timestamp } from "./shapes.ts";
import { unitsPerCharacter } from "./text.ts";

/** Minutes after signing in or confirming one's identity in which the ways to sign in may be changed. */
export const confirmationMinutes = 10;

/** Minutes in which a sign-in that needs a code must be completed. */
export const signInChallengeMinutes = 5;

/** Minutes for which a challenge for a passkey is valid. */
export const passkeyChallengeMinutes = 5;

export const recoveryCodeCount = 10;
export const maxPasskeys = 20;

/** Characters of a passkey's name, as a person counts them. */
export const passkeyNameLimit = 30;

/** A code of the authenticator app (6 digits) or a recovery code, as typed. */
const TypedCode = Type.String({ minLength: 1, maxLength: 40 });

/** Bytes in base64url. */
const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: "^[A-Za-z0-9_-]+$" });

/** A credential id has at most 1,023 bytes. */
const CredentialId = Base64Url(1_364);

const Transport = Type.Enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** What the browser returns for a new passkey. */
const NewCredential = defineObject({
  id: CredentialId,
  client_data_json: Base64Url(4_000),
  attestation_object: Base64Url(40_000),
  transports: Type.Array(Transport, { maxItems: 8 }),
});
export type NewCredential = Static<typeof NewCredential>;

/** What the browser returns when a passkey is used. */
const UsedCredential = defineObject({
  id: CredentialId,
  client_data_json: Base64Url(4_000),
  authenticator_data: Base64Url(4_000),
  signature: Base64Url(4_000),
  user_handle: Type.Optional(Base64Url(100)),
});
export type UsedCredential = Static<typeof UsedCredential>;

export const Passkey = defineObject({
  id: PublicId,
  name: Type.String(),
  created_hour: Timestamp,
  formatted_created_on: Type.String(),
  /** Null if it was never used to sign in. */
  formatted_used_on: Type.Union([Type.String(), Type.Null()]),
  /** False if it is the account's only way to sign in. */
  may_remove: Type.Boolean(),
});
export type Passkey = Static<typeof Passkey>;

export const Factors = defineObject({
  has_password: Type.Boolean(),
  /** Whether signing in by password asks for a code. */
  is_totp_on: Type.Boolean(),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
  passkeys: Type.Array(Passkey),
});
export type Factors = Static<typeof Factors>;

/** The ways in which the account signs in, apart from its linked providers. */
export const getFactors = defineEndpoint({
  name: "getFactors",
  summary: "Password, second factor and passkeys of the account",
  method: "GET",
  path: "/api/v2/me/factors",
  caller: "user",
  response: { 200: defineObject({ factors: Factors }) },
  errors: ["sign_in_needed"],
});

/** Bounds changes of the ways to sign in. */
const limitChanges = (): Limit[] => [
  { key: "user", max: 60, seconds: 3600, on_store_error: "refuse" },
];

const writeErrors = ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"] as const;
const signInErrors = [
  "invalid_fields",
  "already_signed_in",
  "accounts_full",
  "bad_token",
  "foreign_origin",
] as const;
const confirmedErrors = [...writeErrors, "confirmation_needed"] as const;

/**
 * Confirms with the password that the owner is at the browser; changes of the ways to sign in need this,
 * or signing in, within the last `confirmationMinutes`. Attempts count as attempts to sign in.
 */
export const confirmByPassword = defineEndpoint({
  name: "confirmByPassword",
  summary: "Confirm one's identity with the password",
  method: "POST",
  path: "/api/v2/me/confirmation",
  caller: "user",
  body: defineObject({ password: Type.String({ minLength: 1, maxLength: 200 }) }),
  response: { 204: Type.Null() },
  errors: [...writeErrors, "wrong_password", "proof_needed"],
});

/** The same with a passkey of the account; `createPasskeyChallenge` comes before it. */
export const confirmByPasskey = defineEndpoint({
  name: "confirmByPasskey",
  summary: "Confirm one's identity with a passkey",
  method: "POST",
  path: "/api/v2/me/confirmation/passkey",
  caller: "user",
  body: defineObject({ credential: UsedCredential }),
  response: { 204: Type.Null() },
  errors: [...writeErrors, "wrong_passkey"],
  limits: limitChanges(),
});

/** Creates the secret of an authenticator app. It counts once `turnOnTotp` gets a code of the app. */
export const startTotp = defineEndpoint({
  name: "startTotp",
  summary: "Begin to turn on the second factor",
  method: "POST",
  path: "/api/v2/me/totp",
  caller: "user",
  response: {
    201: defineObject({
      /** In base32, as people type it into an app. */
      secret: Type.String(),
      /** The address in the QR code, `otpauth://totp/…`. */
      url: Type.String(),
    }),
  },
  errors: [...confirmedErrors, "refused"],
  limits: limitChanges(),
});

const RecoveryCodes = defineObject({ recovery_codes: Type.Array(Type.String()) });

/** Turns the second factor on. The recovery codes are shown this once. */
export const turnOnTotp = defineEndpoint({
  name: "turnOnTotp",
  summary: "Turn on the second factor with a code of the app",
  method: "PUT",
  path: "/api/v2/me/totp",
  caller: "user",
  body: defineObject({ code: TypedCode }),
  response: { 200: RecoveryCodes },
  errors: [...confirmedErrors, "wrong_code", "code_expired"],
  limits: limitChanges(),
});

/** Turns the second factor off with a code of the app or a recovery code. */
export const turnOffTotp = defineEndpoint({
  name: "turnOffTotp",
  summary: "Turn off the second factor with a code",
  method: "POST",
  path: "/api/v2/me/totp/removal",
  caller: "user",
  body: defineObject({ code: TypedCode }),
  response: { 204: Type.Null() },
  errors: [...writeErrors, "wrong_code"],
  limits: limitChanges(),
});

/** Replaces the recovery codes. The new ones are shown this once. */
export const replaceRecoveryCodes = defineEndpoint({
  name: "replaceRecoveryCodes",
  summary: "Make new recovery codes",
  method: "POST",
  path: "/api/v2/me/recovery_codes",
  caller: "user",
  response: { 201: RecoveryCodes },
  errors: [...confirmedErrors, "refused"],
  limits: limitChanges(),
});

/**
 * Completes a sign-in with a code of the app or a recovery code. Beyond 10 codes of an app in a quarter of
 * an hour, or 50 a day, further ones are refused; a browser on which the account has signed in before has
 * 10 of its own, and recovery codes are always checked. An account that its owner has left gets 202.
 */
export const completeLogin = defineEndpoint({
  name: "completeLogin",
  summary: "Complete a sign-in with a code",
  method: "POST",
  path: "/acc/login/code",
  caller: "anyone",
  query: SignInQuery,
  body: defineObject({ code: TypedCode }),
  response: { 200: defineObject({ user: CurrentUser }), 202: SignInStep },
  errors: [...signInErrors, "wrong_code", "code_expired"],
});

const CredentialDescriptor = defineObject({
  id: Type.String(),
  type: Type.Literal("public-key"),
  transports: Type.Array(Type.String()),
});

/** The options for `navigator.credentials.create`, with WebAuthn's own names. */
const CreationOptions = defineObject({
  rp: defineObject({ id: Type.String(), name: Type.String() }),
  user: defineObject({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(
    defineObject({ type: Type.Literal("public-key"), alg: Type.Integer() }),
  ),
  timeout: Type.Integer(),
  attestation: Type.Literal("none"),
  excludeCredentials: Type.Array(CredentialDescriptor),
  authenticatorSelection: defineObject({
    residentKey: Type.Literal("required"),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal("required"),
  }),
});
export type CreationOptions = Static<typeof CreationOptions>;

/** Begins to add a passkey; only the same browser can finish it, with `addPasskey`. */
export const startPasskey = defineEndpoint({
  name: "startPasskey",
  summary: "Begin to add a passkey",
  method: "POST",
  path: "/api/v2/me/passkeys/challenge",
  caller: "user",
  response: { 201: defineObject({ options: CreationOptions }) },
  errors: [...confirmedErrors, "refused"],
  limits: limitChanges(),
});

/** Code units of a typed name; somewhat more than accepted, so that the refusal tells the reason. */
const PasskeyName = Type.String({ maxLength: passkeyNameLimit * (unitsPerCharacter + 4) });

export const addPasskey = defineEndpoint({
  name: "addPasskey",
  summary: "Add a passkey",
  method: "POST",
  path: "/api/v2/me/passkeys",
  caller: "user",
  body: defineObject({ name: PasskeyName, credential: NewCredential }),
  response: { 201: defineObject({ passkey: Passkey }) },
  errors: [...confirmedErrors, "wrong_passkey", "refused"],
  limits: limitChanges(),
});

const PasskeyInPath = defineObject({ id: IdInput });

export const renamePasskey = defineEndpoint({
  name: "renamePasskey",
  summary: "Rename a passkey",
  method: "PUT",
  path: "/api/v2/me/passkeys/:id",
  caller: "user",
  params: PasskeyInPath,
  body: defineObject({ name: PasskeyName }),
  response: { 204: Type.Null() },
  errors: [...writeErrors, "not_found"],
  limits: limitChanges(),
});

export const removePasskey = defineEndpoint({
  name: "removePasskey",
  summary: "Remove a passkey",
  method: "DELETE",
  path: "/api/v2/me/passkeys/:id",
  caller: "user",
  params: PasskeyInPath,
  response: { 204: Type.Null() },
  errors: [...confirmedErrors, "not_found", "refused"],
  limits: limitChanges(),
});

/** Removes the password of an account that has a passkey, which then replaces it. */
export const removePassword = defineEndpoint({
  name: "removePassword",
  summary: "Remove the password, which a passkey replaces",
  method: "DELETE",
  path: "/api/v2/me/password",
  caller: "user",
  response: { 204: Type.Null() },
  errors: [...confirmedErrors, "refused"],
  limits: limitChanges(),
});

/** A challenge for signing in or confirming with a passkey; valid once, on the browser that asked. */
export const createPasskeyChallenge = defineEndpoint({
  name: "createPasskeyChallenge",
  summary: "A challenge for signing in with a passkey",
  method: "POST",
  path: "/acc/passkey/challenge",
  caller: "anyone",
  response: {
    201: defineObject({
      options: defineObject({
        rpId: Type.String(),
        challenge: Type.String(),
        timeout: Type.Integer(),
        userVerification: Type.Literal("required"),
      }),
    }),
  },
  errors: ["bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 60, seconds: 900, on_store_error: "refuse" }],
});

/**
 * Signs in with a passkey, which is both factors at once; an account that its owner has left gets 202. An
 * unknown passkey, one of an account that can't come back any more, and an invalid signature get the same
 * reply.
 */
export const loginByPasskey = defineEndpoint({
  name: "loginByPasskey",
  summary: "Sign in with a passkey",
  method: "POST",
  path: "/acc/passkey",
  caller: "anyone",
  query: SignInQuery,
  body: defineObject({ credential: UsedCredential }),
  response: { 200: defineObject({ user: CurrentUser }), 202: SignInStep },
  errors: [...signInErrors, "wrong_passkey"],
  limits: [{ key: "address", max: 60, seconds: 900, on_store_error: "refuse" }],
});
