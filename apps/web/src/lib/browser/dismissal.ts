import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./storage.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Another tab has dismissed something.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Today's date by the browser's clock. */
function getToday(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].join("-");
}

/** Hides something in this browser until the next calendar day. */
function dismiss(key: string) {
  writeStored("localStorage", key, getToday());
  for (const listener of listeners) listener();
}

/**
 * Returns whether something was dismissed today, and a function that dismisses it. On the server, which
 * doesn't know the browser's storage, it counts as dismissed, so that nothing disappears at hydration.
 */
export function useDismissedToday(key: string): [isDismissed: boolean, dismiss: () => void] {
  const isDismissed = useSyncExternalStore(
    subscribe,
    () => readStored("localStorage", key) === getToday(),
    () => true,
  );
  return [isDismissed, () => dismiss(key)];
}
