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
import { findPasswordOfTotp } from "../queries.ts";

type BrowserCall = Pick<Call<Endpoint>, "services" | "request" | "reply">;

/** Tells which account's password was right on this browser; it is no session. */
const challengeCookie = {
  name: "__Host-sign-in",
  owner: "second factor",
  minutes: signInChallengeMinutes,
};

/** Changes with the password, so that a new password ends sign-ins with the old one. */
const hashPasswordHash = (password_hash: string) => hashToken(password_hash).toString("base64url");

/**
 * Whether signing in by password needs a code too. If so, this browser gets a challenge, with which
 * `readChallenge` finds the account.
 */
export async function challengeLogin(
  { services, reply }: BrowserCall,
  user_pk: number,
): Promise<boolean> {
  const found = await findPasswordOfTotp(services.db, user_pk);
  if (!found) return false;
  const text = `${user_pk} ${hashPasswordHash(found.password_hash)}`;
  setSealedCookie(services, reply, challengeCookie, text);
  return true;
}

/** The account whose password was right on this browser in the last minutes; throws if there is none. */
export async function readChallenge({
  services,
  request,
}: BrowserCall): Promise<AuthenticatedAccount & { account: string }> {
  const [key = "", hash] = readSealedCookie(services, request, challengeCookie)?.split(" ") ?? [];
  const user_pk = Number(key);
  const found = hash === undefined ? undefined : await findPasswordOfTotp(services.db, user_pk);
  if (!found || hashPasswordHash(found.password_hash) !== hash) throw new Failure("code_expired");
  return { user_pk, ...found };
}

export function clearChallenge({ reply }: Pick<BrowserCall, "reply">): void {
  clearSealedCookie(reply, challengeCookie);
}
