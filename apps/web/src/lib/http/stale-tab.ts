import { useSyncExternalStore } from "react";
import { pageSession } from "./page-session.ts";
import type { Callable, SessionError } from "./transport.ts";

/** Resolves when the open dialog closes; undefined while no dialog is open. */
let currentDialog: PromiseWithResolvers<boolean> | undefined;
let wasDismissed = false;
let isPageAboutToBeLeft = false;
const listeners = new Set<() => void>();

function setCurrentDialog(next: typeof currentDialog) {
  currentDialog = next;
  for (const listener of listeners) listener();
}

interface OpenOptions {
  /** Opens the dialog again after the reader has dismissed it. */
  opensAgainAfterDismissal: boolean;
}

/**
 * Opens the dialog of a stale tab, whose account is not the active one or no longer signed in. Resolves to
 * whether the page's account is active again, so that a refused call can be repeated.
 */
export function openStaleTabDialog({ opensAgainAfterDismissal }: OpenOptions): Promise<boolean> {
  if (isPageAboutToBeLeft || (wasDismissed && !opensAgainAfterDismissal))
    return Promise.resolve(false);
  if (!currentDialog) setCurrentDialog(Promise.withResolvers<boolean>());
  return currentDialog?.promise ?? Promise.resolve(false);
}

interface CloseOptions {
  /** Whether the page's account is active again; otherwise the reader has dismissed the dialog. */
  isActiveAgain: boolean;
}

export function closeStaleTabDialog({ isActiveAgain }: CloseOptions): void {
  wasDismissed = !isActiveAgain;
  currentDialog?.resolve(isActiveAgain);
  setCurrentDialog(undefined);
}

/** Returns whether the tab has become stale and its account hasn't become active again since. */
export const isStaleTab = () => currentDialog !== undefined || wasDismissed;

/**
 * Prevents the dialog from opening. Called when the page itself has ended its session or switched the
 * account, and is therefore about to be left.
 */
export function suppressStaleTabDialog(): void {
  isPageAboutToBeLeft = true;
}

/** Restores the session of the page after a refused call; resolves to whether to repeat the call. */
export async function restoreSession(code: SessionError, endpoint: Callable): Promise<boolean> {
  // The dialog reads this list to find out who is signed in.
  if (endpoint.name === "listBrowserAccounts") return false;
  // If the token can't be fetched, the dialog opens.
  const isRenewed = code === "bad_token" && (await pageSession.renewCsrfToken().catch(() => false));
  if (isRenewed) return true;
  // The pages of visitors have no session that could have ended.
  if (code !== "stale_tab" && !pageSession.user_id) return false;
  return openStaleTabDialog({ opensAgainAfterDismissal: endpoint.method !== "GET" });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsStaleTabDialogOpen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => currentDialog !== undefined,
    () => false,
  );

/** `isStaleTab` as a hook. */
export const useIsStaleTab = (): boolean =>
  useSyncExternalStore(subscribe, isStaleTab, () => false);
