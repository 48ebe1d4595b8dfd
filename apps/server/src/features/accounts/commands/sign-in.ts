import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { maxAccountsOfBrowser } from "@toibako/contract/sessions.ts";
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
import { offerReturn } from "./left-accounts.ts";

type SignInCall = Pick<Call<Endpoint>, "services" | "request" | "reply" | "viewer">;

/** Rejects signing in while another account is signed in, unless it adds an account (`mal=1`). */
export function rejectSignedIn({ viewer }: SignInCall, mal: string | undefined): void {
  if (viewer.user && mal !== "1") throw new Failure("already_signed_in");
}

/** Rejects creating an account for which this browser has no room. */
export async function rejectFullBrowser({ services, request, viewer }: SignInCall): Promise<void> {
  if (!viewer.user) return;
  const accounts = await listAccountsOfBrowser(services.db, hashSessionToken(request));
  if (accounts.length >= maxAccountsOfBrowser) throw new Failure("accounts_full");
}

/**
 * Signs an account in on this browser, adopts the browser's visitor and moves the visitor's likes.
 * If this fails half-way, the browser keeps its visitor cookie, and signing in again completes it.
 */
export async function signIn(call: SignInCall, user_pk: number): Promise<void> {
  const { services, request, reply, viewer } = call;
  const visitor = viewer.user || !viewer.identity ? undefined : (viewer as Sender);
  if (visitor) await moveVisitorLikes(services, visitor, user_pk);
  await services.db.transaction().execute(async (db) => {
    await startSession(db, user_pk, request, reply);
    if (visitor) await adoptVisitor(db, services.secrets, visitor, user_pk);
  });
  closeEventStreams(services, request);
  storeIdentityConfirmation(services, reply, user_pk);
  if (visitor) clearVisitorCookie(reply);
}

/** Signs in, makes this a known browser of the account, and returns the account. */
export async function signInAndReadAccount(call: SignInCall, user_pk: number) {
  const { services, request, reply } = call;
  await signIn(call, user_pk);
  const user = await findSessionUser(services.db, user_pk);
  rememberBrowser(services, request, reply, user.account);
  const adopted = await listSealedIdentities(services.db, user_pk);
  const viewer = createAccountViewer(services.secrets, user, adopted);
  return describeUser(services, viewer, user);
}

/** An account that has passed all checks of a sign-in but isn't signed in yet. */
export interface AuthenticatedAccount {
  user_pk: number;
  has_left: boolean;
}

/** Completes a sign-in after all checks. For an account that its owner has left, offers the return instead. */
export async function finishSignIn(call: SignInCall, { user_pk, has_left }: AuthenticatedAccount) {
  if (has_left) {
    offerReturn(call, user_pk);
    return { status: 202 as const, body: { next_step: "return" as const } };
  }
  return { body: await signInAndReadAccount(call, user_pk) };
}
