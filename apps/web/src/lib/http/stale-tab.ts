import { useSyncExternalStore } from "react";

/** Resolves when the dialog is closed; undefined while it is closed. */
let currentDialog: PromiseWithResolvers<boolean> | undefined;
let wasDismissed = false;
const listeners = new Set<() => void>();

function setCurrentDialog(next: typeof currentDialog) {
  currentDialog = next;
  for (const listener of listeners) listener();
}

/**
 * Opens the dialog of a stale tab. Resolves to whether the page's account is active again, so that a
 * refused call can be repeated. After the reader has dismissed the dialog, only writes open it again.
 */
export function openStaleTabDialog(isWrite: boolean): Promise<boolean> {
  if (wasDismissed && !isWrite) return Promise.resolve(false);
  if (!currentDialog) setCurrentDialog(Promise.withResolvers<boolean>());
  return currentDialog?.promise ?? Promise.resolve(false);
}

export function closeStaleTabDialog(isActiveAgain: boolean): void {
  if (!currentDialog) return;
  wasDismissed = !isActiveAgain;
  currentDialog.resolve(isActiveAgain);
  setCurrentDialog(undefined);
}

export function useIsStaleTabDialogOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentDialog !== undefined,
    () => false,
  );
}
