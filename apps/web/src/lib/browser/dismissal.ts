import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The days of dismissals that could not be stored, by key. */
const unstoredDays = new Map<string, string>();

/** Today's date by the browser's clock. */
function getToday(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].join("-");
}

function readDismissalDay(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unstoredDays.get(key) ?? null;
  } catch {
    return unstoredDays.get(key) ?? null;
  }
}

/** Hides something in this browser until the next calendar day. */
function dismiss(key: string) {
  const day = getToday();
  try {
    localStorage.setItem(key, day);
  } catch {
    unstoredDays.set(key, day);
  }
  for (const listener of listeners) listener();
}

/**
 * Returns whether something was dismissed today, and a function that dismisses it. On the server, which
 * doesn't know the browser's storage, it counts as dismissed, so that nothing disappears at hydration.
 */
export function useDismissedToday(key: string): [isDismissed: boolean, dismiss: () => void] {
  const isDismissed = useSyncExternalStore(
    subscribe,
    () => readDismissalDay(key) === getToday(),
    () => true,
  );
  return [isDismissed, () => dismiss(key)];
}
