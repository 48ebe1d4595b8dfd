import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { signInChallengeMinutes } from "@toibako/contract/factors.ts";
import type { Call } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import {
  clearSealedCookie,
  readSealedCookie,
  setSealedCookie,
} from "#platform/identity/sealed-cookies.ts";
import { hashToken } from "#platform/identity/secrets.ts";
import type { AuthenticatedAccount } from "../../accounts/commands/sign-in.ts";
import { findPasswordOfTotpUser } from "../queries.ts";

type BrowserCall = Pick<Call<Endpoint>, "services" | "request" | "reply">;

/** Contains the account whose correct password was entered on this browser. It does not sign anyone in. */
const challengeCookie = {
  name: "__Host-sign-in",
  owner: "second factor",
  minutes: signInChallengeMinutes,
};

/** Hashes the password hash for the cookie. A new password invalidates challenges, because its hash differs. */
const hashPasswordHash = (password_hash: string) => hashToken(password_hash).toString("base64url");

/**
 * Sets the cookie for `readSignInChallenge` if a sign-in by password also needs a code; returns whether it needs one.
 */
export async function createSignInChallenge(
  { services, reply }: BrowserCall,
  user_pk: number,
): Promise<boolean> {
  const account = await findPasswordOfTotpUser(services.db, user_pk);
  if (!account) return false;
  const text = `${user_pk} ${hashPasswordHash(account.password_hash)}`;
  setSealedCookie(services, reply, challengeCookie, text);
  return true;
}

/** Finds the account of this browser's sign-in challenge; throws `code_expired` if there is no valid challenge. */
export async function readSignInChallenge({
  services,
  request,
}: BrowserCall): Promise<AuthenticatedAccount & { account: string }> {
  const [key = "", hash] = readSealedCookie(services, request, challengeCookie)?.split(" ") ?? [];
  const user_pk = Number(key);
  const account =
    hash === undefined ? undefined : await findPasswordOfTotpUser(services.db, user_pk);
  if (!account || hashPasswordHash(account.password_hash) !== hash)
    throw new Failure("code_expired");
  return { user_pk, ...account };
}

export function clearSignInChallenge({ reply }: Pick<BrowserCall, "reply">): void {
  clearSealedCookie(reply, challengeCookie);
}
