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
  loginByPasskey,
  type NewCredential,
  removePasskey,
  removePassword,
  renamePasskey,
  replaceRecoveryCodes,
  startPasskey,
  startTotp,
  turnOffTotp,
  turnOnTotp,
  type UsedCredential,
} from "@toibako/contract/factors.ts";
import { api, send } from "#lib/http/client.ts";
import { lazyModule } from "#ui/lazy-module.ts";

export const factorsQuery = () => api.query(getFactors);

/** Reads the ways to sign in again; which provider may be unlinked depends on them. */
export async function refreshFactors(client: QueryClient): Promise<void> {
  await Promise.all(
    [getFactors.name, listIdentities.name].map((name) =>
      client.invalidateQueries({ queryKey: [name] }),
    ),
  );
}

/** With `mal`, signing in adds the account to those of the browser. */
export interface SignInOptions {
  mal?: "1" | undefined;
}

const toQuery = ({ mal }: SignInOptions) => (mal ? { query: { mal } } : {});

export const sendLoginCode = (code: string, options: SignInOptions) =>
  send(completeLogin, { body: { code }, ...toQuery(options) });

export const beginTotp = async () => (await send(startTotp)).data;
export const finishTotp = async (code: string) =>
  (await send(turnOnTotp, { body: { code } })).data.recovery_codes;
export const endTotp = (code: string) => send(turnOffTotp, { body: { code } });
export const createRecoveryCodes = async () =>
  (await send(replaceRecoveryCodes)).data.recovery_codes;

/** The code that speaks to the browser's passkeys, which most visits never need. */
export const passkeyCode = lazyModule(() => import("@simplewebauthn/browser"));

/** Whether this browser can make and use passkeys. */
export const supportsPasskeys = () => typeof globalThis.PublicKeyCredential === "function";

export const beginPasskey = async () => (await send(startPasskey)).data.options;

/** Lets the browser make a passkey, which asks its user; throws if they cancel. */
export async function createPasskey(name: string, options: CreationOptions): Promise<void> {
  const { startRegistration } = await passkeyCode.load();
  const { id, response } = await startRegistration({ optionsJSON: options });
  const credential = {
    id,
    client_data_json: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports ?? [],
  } as NewCredential;
  await send(addPasskey, { body: { name, credential } });
}

/** Lets the browser sign a challenge with a passkey, which asks its user; throws if they cancel. */
async function signPasskeyChallenge(): Promise<UsedCredential> {
  const { startAuthentication } = await passkeyCode.load();
  const { options } = (await send(createPasskeyChallenge)).data;
  const { id, response } = await startAuthentication({ optionsJSON: options });
  return {
    id,
    client_data_json: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { user_handle: response.userHandle }),
  };
}

/** Whether the user closed the browser's dialog, or let it time out. */
export function isCancelled(error: unknown): boolean {
  const name = error instanceof Error ? error.name : "";
  return name === "NotAllowedError" || name === "AbortError";
}

/** Whether the device already has a passkey of this account. */
export const isAlreadyAdded = (error: unknown): boolean =>
  error instanceof Error && error.name === "InvalidStateError";

export const signInByPasskey = async (options: SignInOptions) =>
  send(loginByPasskey, { body: { credential: await signPasskeyChallenge() }, ...toQuery(options) });
export const sendPasskeyConfirmation = async () =>
  send(confirmIdentityByPasskey, { body: { credential: await signPasskeyChallenge() } });
export const sendPasswordConfirmation = (password: string) =>
  send(confirmIdentityByPassword, { body: { password } });

export const changePasskeyName = (id: string, name: string) =>
  send(renamePasskey, { params: { id }, body: { name } });
export const deletePasskey = (id: string) => send(removePasskey, { params: { id } });
export const deletePassword = () => send(removePassword);
