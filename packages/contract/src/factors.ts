import { type Static, Type } from "typebox";
import { CurrentUser, SignInStep } from "./accounts.ts";
import { defineEndpoint, type Limit, limitCalls } from "./endpoint.ts";
import { SignInQuery } from "./sessions.ts";
import { defineObject, IdInput, PublicId, Timestamp } from "./shapes.ts";
import { getLooseLength } from "./text.ts";

/** Minutes for which a sign-in or an identity confirmation is valid. */
export const identityConfirmationMinutes = 10;

/** Minutes for which a mailed link that confirms the identity is valid. */
export const identityLinkMinutes = 30;

/** Minutes after the right password in which the code must follow. */
export const signInChallengeMinutes = 5;

/** Minutes for which a challenge for a passkey is valid. */
export const passkeyChallengeMinutes = 5;

export const recoveryCodeCount = 10;
export const maxPasskeys = 20;

/** Characters of a passkey's name, as a person counts them. */
export const passkeyNameLimit = 30;

/** Maximum characters of a code as a person enters it, with spaces and hyphens. */
export const typedCodeLimit = 40;

/** A code of the authenticator app (6 digits) or a recovery code, as a person enters it. */
export const TypedCode = Type.String({ minLength: 1, maxLength: typedCodeLimit });

/** Declares a text that holds bytes in base64url. */
const defineBase64Url = (maxCharacters: number) =>
  Type.String({ minLength: 1, maxLength: maxCharacters, pattern: "^[A-Za-z0-9_-]+$" });

/** A credential id has at most 1,023 bytes, which are 1,364 characters. */
const CredentialId = defineBase64Url(1_364);

const Transport = Type.Enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** What the browser returns for a new passkey. */
const NewCredential = defineObject({
  id: CredentialId,
  client_data_json: defineBase64Url(4_000),
  attestation_object: defineBase64Url(40_000),
  transports: Type.Array(Transport, { maxItems: 8 }),
});
export type NewCredential = Static<typeof NewCredential>;

/** What the browser returns when a passkey signs a challenge. */
export const UsedCredential = defineObject({
  id: CredentialId,
  client_data_json: defineBase64Url(4_000),
  authenticator_data: defineBase64Url(4_000),
  signature: defineBase64Url(4_000),
  user_handle: Type.Optional(defineBase64Url(100)),
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
  limits: limitCalls(120),
});

/** The rate limit of changes to the ways to sign in. */
const limitChanges = (): Limit[] => [
  { key: "user", max: 60, seconds: 3600, on_store_error: "refuse" },
];

const writeErrors = ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"] as const;
const signInErrors = [
  "wrong_credentials",
  "invalid_fields",
  "already_signed_in",
  "accounts_full",
  "bad_token",
  "foreign_origin",
] as const;
const confirmedErrors = [...writeErrors, "confirmation_needed"] as const;

/**
 * Whether the caller signed in or confirmed their identity on this browser within the last
 * `identityConfirmationMinutes`. Without it, changes of the ways to sign in, a change of the email
 * address or the handle, leaving and exports fail with `confirmation_needed`. An identity is
 * confirmed by the password, a passkey or a linked provider (`confirm=1` of `startSocialLogin`),
 * and for an account without a password also by a mailed link (`mailIdentityLink`).
 */
export const getIdentityConfirmation = defineEndpoint({
  name: "getIdentityConfirmation",
  summary: "Whether the caller's identity confirmation is still valid",
  method: "GET",
  path: "/api/v2/me/confirmation",
  caller: "user",
  response: { 200: defineObject({ is_confirmed: Type.Boolean() }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/**
 * Identity confirmation with the password and, if the second factor is on, a code of the app or a
 * recovery code. Attempts count as attempts to sign in.
 */
export const confirmIdentityByPassword = defineEndpoint({
  name: "confirmIdentityByPassword",
  summary: "Confirm one's identity with the password",
  method: "POST",
  path: "/api/v2/me/confirmation",
  caller: "user",
  body: defineObject({
    password: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.Optional(Type.String({ maxLength: typedCodeLimit })),
  }),
  response: { 204: Type.Null() },
  errors: [...writeErrors, "wrong_password", "wrong_code", "proof_needed"],
  limits: [{ key: "user", max: 60, seconds: 3600, on_store_error: "refuse" }],
});

/**
 * Identity confirmation with a passkey of the account, which signs the challenge of
 * `createPasskeyChallenge`.
 */
export const confirmIdentityByPasskey = defineEndpoint({
  name: "confirmIdentityByPasskey",
  summary: "Confirm one's identity with a passkey",
  method: "POST",
  path: "/api/v2/me/confirmation/passkey",
  caller: "user",
  body: defineObject({ credential: UsedCredential }),
  response: { 204: Type.Null() },
  errors: [...writeErrors, "wrong_passkey", "foreign_passkey"],
  limits: limitChanges(),
});

/**
 * Mails a link that confirms the identity of the caller, who has no password. Following the link in
 * a browser where the account is signed in confirms it there. `refused` for an account with a
 * password or without a confirmed address.
 */
export const mailIdentityLink = defineEndpoint({
  name: "mailIdentityLink",
  summary: "Mail a link that confirms one's identity",
  method: "POST",
  path: "/api/v2/me/confirmation/mail",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "refused", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 5, seconds: 3600, on_store_error: "refuse" }],
});

/**
 * Creates the secret of an authenticator app. The second factor is off until `turnOnTotp` gets a
 * code.
 */
export const startTotp = defineEndpoint({
  name: "startTotp",
  summary: "Begin to turn on the second factor",
  method: "POST",
  path: "/api/v2/me/totp",
  caller: "user",
  response: {
    201: defineObject({
      /** In base32, for typing it into an app. */
      secret: Type.String(),
      /** The address in the QR code, `otpauth://totp/…`. */
      url: Type.String(),
    }),
  },
  errors: [...confirmedErrors, "refused"],
  limits: limitChanges(),
});

const RecoveryCodes = defineObject({ recovery_codes: Type.Array(Type.String()) });

/** Turns the second factor on. Only this reply contains the recovery codes. */
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

/** Replaces the recovery codes. Only this reply contains the new ones. */
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
 * Completes a sign-in with a code of the app or a recovery code. A left account gets 202. The server's
 * `code-attempts.ts` limits the attempts to enter a code for one account:
 * - codes of the app, on all unknown browsers together: 10 in 15 minutes and 50 in a day;
 * - codes of the app, on known browsers: 10 in 15 minutes on each, and 50 in a day on all together;
 * - recovery codes: only by the limit of the network.
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
  limits: [{ key: "address", max: 600, seconds: 900, on_store_error: "refuse" }],
});

const CredentialDescriptor = defineObject({
  id: Type.String(),
  type: Type.Literal("public-key"),
  transports: Type.Array(Type.String()),
});

/** The options for `navigator.credentials.create`, with the names that WebAuthn defines. */
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

/** Begins to add a passkey. `addPasskey` must follow from the same browser. */
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

const PasskeyName = Type.String({ maxLength: getLooseLength(passkeyNameLimit) });

export const addPasskey = defineEndpoint({
  name: "addPasskey",
  summary: "Add a passkey",
  method: "POST",
  path: "/api/v2/me/passkeys",
  caller: "user",
  body: defineObject({ name: PasskeyName, credential: NewCredential }),
  response: { 201: defineObject({ passkey: Passkey }) },
  errors: [...confirmedErrors, "wrong_passkey", "foreign_passkey", "refused"],
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

/** Removes the password of an account that has a passkey. */
export const removePassword = defineEndpoint({
  name: "removePassword",
  summary: "Remove the password of an account with a passkey",
  method: "DELETE",
  path: "/api/v2/me/password",
  caller: "user",
  response: { 204: Type.Null() },
  errors: [...confirmedErrors, "refused"],
  limits: limitChanges(),
});

/**
 * A challenge for a sign-in or an identity confirmation with a passkey; valid once, in the same
 * browser.
 */
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
  // Each visit of the login page creates a challenge, and a school or a company can have one address.
  limits: [{ key: "address", max: 300, seconds: 900, on_store_error: "refuse" }],
});

/**
 * Signs in with a passkey, without a password or a code. An account that its owner has left gets
 * 202. An unknown passkey, a passkey of an account that can't be restored any more, and an invalid
 * signature get the same reply.
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
  errors: [...signInErrors, "wrong_passkey", "unknown_passkey"],
  limits: [{ key: "address", max: 60, seconds: 900, on_store_error: "refuse" }],
});
