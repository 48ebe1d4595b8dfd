import type { AuthenticationResponseJSON } from "@simplewebauthn/browser";
import type { QueryClient } from "@tanstack/react-query";
import { listIdentities } from "@toibako/contract/accounts.ts";
import {
  addPasskey,
  type CreationOptions,
  completeLogin,
  confirmIdentityByPasskey,
  confirmIdentityByPassword,
  createPasskeyChallenge,
  getFactors,
  getIdentityConfirmation,
  loginByPasskey,
  mailIdentityLink,
  type NewCredential,
  removePasskey,
  removePassword,
  renamePasskey,
  replaceRecoveryCodes,
  startPasskey,
  startTotp,
  turnOffTotp as turnOffTotpEndpoint,
  turnOnTotp as turnOnTotpEndpoint,
  type UsedCredential,
} from "@toibako/contract/factors.ts";
import { ApiError, api, send } from "#lib/http/client.ts";
import { buildSignInQuery, type SignInOptions } from "#lib/http/sign-in-options.ts";
import { defineLazyModule } from "#ui/lazy-module.ts";

export const factorsQuery = () => api.query(getFactors);

/** Refetches the factors and the linked providers. The factors decide which providers may be unlinked. */
export async function refreshFactors(client: QueryClient): Promise<void> {
  await Promise.all(
    [getFactors.name, listIdentities.name].map((name) =>
      client.invalidateQueries({ queryKey: [name] }),
    ),
  );
}

export const sendSignInCode = (code: string, options: SignInOptions) =>
  send(completeLogin, { body: { code }, ...buildSignInQuery(options) });

/** Requests the secret that the authenticator app needs, as text and as an address for a QR code. */
export const requestTotpSecret = async () => (await send(startTotp)).data;

/** Turns the second factor on by a code of the app; resolves with the recovery codes. */
export const turnOnTotp = async (code: string) =>
  (await send(turnOnTotpEndpoint, { body: { code } })).data.recovery_codes;

export const turnOffTotp = (code: string) => send(turnOffTotpEndpoint, { body: { code } });

export const createRecoveryCodes = async () =>
  (await send(replaceRecoveryCodes)).data.recovery_codes;

/**
 * The library for the browser's WebAuthn API. It is imported on demand, because most visits don't need it.
 */
export const webAuthnLibrary = defineLazyModule(() => import("@simplewebauthn/browser"));

/** Whether this browser can create and use passkeys. */
export const supportsPasskeys = () => typeof globalThis.PublicKeyCredential === "function";

export const requestCreationOptions = async () => (await send(startPasskey)).data.options;

/** Opens the browser's dialog that creates a passkey, and saves the passkey; throws if the user cancels. */
export async function createPasskey(name: string, options: CreationOptions): Promise<void> {
  const { startRegistration } = await webAuthnLibrary.load();
  const { id, response } = await startRegistration({ optionsJSON: options });
  const credential = {
    id,
    client_data_json: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports ?? [],
  } as NewCredential;
  await send(addPasskey, { body: { name, credential } });
}

/** The running request of `waitForPasskeyInField`. A browser runs only one request for a passkey at a time. */
let requestInField: Promise<unknown> | undefined;

/** How long a press waits for the browser to end the request of the field. */
const maxCancellationMilliseconds = 1_000;

/** Cancels the request of the field, and waits until the browser has ended it. */
async function endRequestInField(): Promise<void> {
  if (!requestInField) return;
  (await webAuthnLibrary.load()).WebAuthnAbortService.cancelCeremony();
  // The service can't cancel a request that has only just begun, and starting another one cancels it then.
  const timeout = new Promise((resolve) => setTimeout(resolve, maxCancellationMilliseconds));
  await Promise.race([requestInField.catch(() => {}), timeout]);
}

/** Opens the browser's dialog that signs a challenge with a passkey; throws if the user cancels. */
export async function signPasskeyChallenge(): Promise<UsedCredential> {
  const { startAuthentication } = await webAuthnLibrary.load();
  const { options } = (await send(createPasskeyChallenge)).data;
  await endRequestInField();
  return toUsedCredential(await startAuthentication({ optionsJSON: options }));
}

/**
 * Lets the browser offer passkeys in the field with `autocomplete="… webauthn"`. Resolves with the passkey
 * that the user chooses there, or with undefined if the browser can't do this. Throws if `signal` aborts or
 * the user cancels.
 */
export async function waitForPasskeyInField(
  signal: AbortSignal,
): Promise<UsedCredential | undefined> {
  const library = await webAuthnLibrary.load();
  if (!(await library.browserSupportsWebAuthnAutofill())) return undefined;
  // A challenge that is requested after a sign-in would be refused, because the page is a visitor's.
  signal.throwIfAborted();
  const { options } = (await send(createPasskeyChallenge)).data;
  signal.throwIfAborted();
  // Only while this request runs, because the service cancels whichever request is running.
  const cancel = () => library.WebAuthnAbortService.cancelCeremony();
  signal.addEventListener("abort", cancel);
  const request = library.startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
  requestInField = request;
  try {
    return toUsedCredential(await request);
  } finally {
    signal.removeEventListener("abort", cancel);
    if (requestInField === request) requestInField = undefined;
  }
}

function toUsedCredential({ id, response }: AuthenticationResponseJSON): UsedCredential {
  return {
    id,
    client_data_json: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { user_handle: response.userHandle }),
  };
}

/** Whether the user closed the browser's dialog, or it timed out. */
export function isCancelled(error: unknown): boolean {
  const name = error instanceof Error ? error.name : "";
  return name === "NotAllowedError" || name === "AbortError";
}

/** Whether a passkey was not created because the device already has one for this account. */
export const isPasskeyKnown = (error: unknown): boolean =>
  error instanceof Error && error.name === "InvalidStateError";

export const signInByCredential = (credential: UsedCredential, options: SignInOptions) =>
  send(loginByPasskey, { body: { credential }, ...buildSignInQuery(options) });
export const signInByPasskey = async (options: SignInOptions) =>
  signInByCredential(await signPasskeyChallenge(), options);
export const sendPasskeyConfirmation = async () =>
  send(confirmIdentityByPasskey, { body: { credential: await signPasskeyChallenge() } });

/** Resolves with false if the password is correct but a code must be entered too. */
export async function sendPasswordConfirmation(password: string, code?: string): Promise<boolean> {
  try {
    await send(confirmIdentityByPassword, { body: { password, ...(code && { code }) } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.details.code) return false;
    throw error;
  }
}

export const sendIdentityLink = () => send(mailIdentityLink);

/** How often the browser asks whether the mailed link has confirmed the identity. */
const pollingMilliseconds = 3_000;

/** Polls until the identity is confirmed. The cache entry is removed when the dialog is closed. */
export const awaitedConfirmationQuery = (isWaiting: boolean) => ({
  ...api.query(getIdentityConfirmation),
  enabled: isWaiting,
  staleTime: 0,
  gcTime: 0,
  refetchInterval: ({ state }: { state: { data?: { is_confirmed: boolean } | undefined } }) =>
    state.data?.is_confirmed ? false : pollingMilliseconds,
});

export const changePasskeyName = (id: string, name: string) =>
  send(renamePasskey, { params: { id }, body: { name } });
export const deletePasskey = (id: string) => send(removePasskey, { params: { id } });
export const deletePassword = () => send(removePassword);
