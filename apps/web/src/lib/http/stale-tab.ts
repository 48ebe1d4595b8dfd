import { useSyncExternalStore } from "react";

/** Resolves when the dialog is closed; undefined while it is closed. */
let openDialog: PromiseWithResolvers<boolean> | undefined;
let wasDismissed = false;
const listeners = new Set<() => void>();

function setOpenDialog(next: typeof openDialog) {
  openDialog = next;
  for (const listener of listeners) listener();
}

/**
 * Opens the dialog of a stale tab. Resolves to whether the page's account is active again, so that a
 * refused call can be repeated. After the reader has dismissed the dialog, only writes open it again.
 */
export function openStaleTabDialog(isWrite: boolean): Promise<boolean> {
  if (wasDismissed && !isWrite) return Promise.resolve(false);
  if (!openDialog) setOpenDialog(Promise.withResolvers<boolean>());
  return openDialog?.promise ?? Promise.resolve(false);
}

export function closeStaleTabDialog(isActiveAgain: boolean): void {
  if (!openDialog) return;
  wasDismissed = !isActiveAgain;
  openDialog.resolve(isActiveAgain);
  setOpenDialog(undefined);
}

export function useIsStaleTabDialogOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openDialog !== undefined,
    () => false,
  );
}
