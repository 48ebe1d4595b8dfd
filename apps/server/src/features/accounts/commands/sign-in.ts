import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { maxAccountsOfBrowser } from "@toibako/contract/sessions.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import type { Call } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import {
  closeEventStreams,
  listAccountsOfBrowser,
  startSession,
} from "#platform/identity/browser-accounts.ts";
import { storeIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import {
  clearVisitorCookie,
  createAccountViewer,
  hashSessionToken,
} from "#platform/identity/session.ts";
import type { Sender } from "#platform/identity/viewer.ts";
import { rememberBrowser } from "#platform/limits/known-browsers.ts";
import { listSealedIdentities } from "../../questions/queries/sender.ts";
import { describeUser, findSessionUser } from "../queries.ts";
import { adoptVisitor, moveVisitorLikes } from "./adopt.ts";
import { offerRestore } from "./left-accounts.ts";

type SignInCall = Pick<Call<Endpoint>, "services" | "request" | "reply" | "viewer">;

/** Rejects a sign-in while an account is signed in, unless the sign-in adds an account (`mal=1`). */
export function rejectSignedIn({ viewer }: SignInCall, mal: string | undefined): void {
  if (viewer.user && mal !== "1") throw new Failure("already_signed_in");
}

/**
 * Whether this browser has room for one more account. `user_pk` is the account to sign in, unless it doesn't exist yet;
 * there is always room for an account that is signed in on this browser already.
 */
export async function hasRoomFor(
  { services, request, viewer }: SignInCall,
  user_pk?: number,
): Promise<boolean> {
  if (!viewer.user) return true;
  const accounts = await listAccountsOfBrowser(services.db, hashSessionToken(request));
  return accounts.length < maxAccountsOfBrowser || accounts.some(({ pk }) => pk === user_pk);
}

/** Throws `accounts_full` if this browser has no room for one more account; see `hasRoomFor`. */
export async function rejectIfBrowserIsFull(call: SignInCall, user_pk?: number): Promise<void> {
  if (!(await hasRoomFor(call, user_pk))) throw new Failure("accounts_full");
}

// While the password was being checked, which is slow, it may have been changed, or the account may have been left.
const lockVerifiedUser = statement(
  "accounts.lockVerifiedUser",
  `
  select pk from users
  where pk = :user_pk and left_at is null
    and (:password_hash?::text is null or password_hash = :password_hash?)
  for share`,
);

interface SignInTarget {
  user_pk: number;
  /** The stored hash against which the password was verified; missing if the sign-in used no password. */
  password_hash?: string | null;
  /** Whether the account was created just now, together with its session on this browser. */
  has_session?: boolean;
}

/**
 * Signs an account in on this browser, adopts the browser's visitor and moves the visitor's likes.
 * After a failure the browser still has its visitor cookie, so that the next sign-in completes the adoption;
 * if the account was created just now, it is signed in even after a failure here.
 * Throws `wrong_credentials` if the password was replaced or the account was left after the check of the password.
 */
export async function signIn(
  call: SignInCall,
  { user_pk, password_hash = null, has_session = false }: SignInTarget,
): Promise<void> {
  const { services, request, reply, viewer } = call;
  const visitor = viewer.user || !viewer.identity ? undefined : (viewer as Sender);
  if (visitor) await moveVisitorLikes(services, visitor, user_pk);
  await transaction(services.db, async (db) => {
    if (!has_session) {
      const [locked] = await lockVerifiedUser(db, { user_pk, password_hash });
      if (!locked) throw new Failure("wrong_credentials");
      await startSession(db, user_pk, request, reply);
    }
    if (visitor) await adoptVisitor(db, services.secrets, visitor, user_pk);
  });
  // The browser's open event streams belong to the token that the new session has replaced.
  closeEventStreams(services, request);
  storeIdentityConfirmation(services, reply, user_pk);
  if (visitor) clearVisitorCookie(reply);
}

/** Signs in, makes this browser a known browser of the account, and returns the account. */
export async function signInAndReadAccount(call: SignInCall, target: SignInTarget) {
  const { services, request, reply } = call;
  const { user_pk } = target;
  await signIn(call, target);
  const user = await findSessionUser(services.db, user_pk);
  await rememberBrowser(services, request, reply, user.account);
  const adopted = await listSealedIdentities(services.db, user_pk);
  const viewer = createAccountViewer(services.secrets, user, adopted);
  return describeUser(services, viewer, user);
}

/** The account whose owner has passed all checks of a sign-in. */
export interface AuthenticatedAccount extends SignInTarget {
  /** Whether it is a left account, which has to be restored before it can be activated. */
  has_left: boolean;
}

/**
 * Completes a sign-in after all checks. For a left account, offers to restore it instead; `return` is the value on
 * the wire for this.
 */
export async function finishSignIn(call: SignInCall, target: AuthenticatedAccount) {
  if (target.has_left) {
    await offerRestore(call, target.user_pk);
    return { status: 202 as const, body: { next_step: "return" as const } };
  }
  return { body: await signInAndReadAccount(call, target) };
}
