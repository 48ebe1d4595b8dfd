import type { QueryClient } from "@tanstack/react-query";
import { logout } from "@toibako/contract/accounts.ts";
import {
  type BrowserAccount,
  deleteBrowserAccount,
  deleteOtherSessions,
  deleteSession,
  listBrowserAccounts,
  listSessions,
  switchAccount,
} from "@toibako/contract/sessions.ts";
import { markSignedOut } from "#lib/browser/account-history.ts";
import { clearDrafts } from "#lib/forms/draft.ts";
import { forgetUnsavedText } from "#lib/forms/unsaved-text.ts";
import { ApiError, api, send } from "#lib/http/client.ts";
import { broadcastToTabs, pageSession } from "#lib/http/page-session.ts";
import { suppressStaleTabDialog } from "#lib/http/stale-tab.ts";

const withLoader = { showsFullscreenLoader: true };

/** Signs the active account out of this browser. */
export async function signOut(user_id: string): Promise<void> {
  await send(logout, {}, withLoader);
  removeTracesOfSession(user_id);
}

export const browserAccountsQuery = () => ({ ...api.query(listBrowserAccounts), staleTime: 0 });

/** Signs another account out of this browser. */
export async function signOutAccount({ user_id }: BrowserAccount): Promise<void> {
  await send(deleteBrowserAccount, { params: { user_id } }, withLoader);
  removeTracesOfSession(user_id);
}

/**
 * Removes the account's drafts in all tabs, and marks the account as signed out in the history of accounts.
 * Called after its session has ended.
 */
export function removeTracesOfSession(user_id: string): void {
  if (user_id === pageSession.user_id) {
    suppressStaleTabDialog();
    // Otherwise a warning about unsaved text could keep the reader on a page without a session.
    forgetUnsavedText();
  }
  clearDrafts(user_id);
  markSignedOut(user_id);
  broadcastToTabs({ signed_out: user_id });
}

/** Fetches the current CSRF token if the page's account is active; returns whether it is. */
export async function renewCsrfToken(client: QueryClient): Promise<boolean> {
  try {
    const { accounts, authenticity_token } = await api.read(client, listBrowserAccounts);
    const active = accounts.find(({ is_current }) => is_current);
    if (active?.user_id !== pageSession.user_id) return false;
    pageSession.csrf_token = authenticity_token;
    return true;
  } catch (error) {
    if (isSignInNeeded(error)) return false;
    throw error;
  }
}

/** Whether a call failed because nobody is signed in on this browser. */
export const isSignInNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "sign_in_needed";

/**
 * Makes an account of this browser the active one without leaving the page. Throws if it is not signed in
 * on this browser any more.
 */
export async function switchToAccount(client: QueryClient, user_id: string): Promise<void> {
  const { accounts, authenticity_token } = await api.read(client, listBrowserAccounts);
  const isSignedIn = accounts.some((account) => account.user_id === user_id);
  if (!isSignedIn) throw new Error("the account is not signed in on this browser");
  // The endpoint expects a form, as the account drawer submits it, and replies with a redirect on success.
  const { type } = await fetch(switchAccount.path.replace(":user_id", user_id), {
    method: switchAccount.method,
    body: new URLSearchParams({ authenticity_token }),
    redirect: "manual",
  });
  if (type !== "opaqueredirect") throw new Error("the account could not be switched");
}

export const sessionsQuery = () => api.query(listSessions);

/** Ends the session with this id. Without an id, ends all sessions except the current one. */
export async function endSessions(client: QueryClient, id?: string): Promise<void> {
  if (id === undefined) await send(deleteOtherSessions);
  else await send(deleteSession, { params: { id } });
  await client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
}
