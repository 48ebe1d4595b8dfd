import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Dismissals that could not be stored; they last as long as the page. */
const unstored = new Map<string, string>();

/** Today's date by the browser's clock. */
function getToday(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].join("-");
}

function readDismissalDay(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unstored.get(key) ?? null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

/** Hides something in this browser until the next calendar day. */
function dismiss(key: string) {
  const day = getToday();
  try {
    localStorage.setItem(key, day);
  } catch {
    unstored.set(key, day);
  }
  for (const listener of listeners) listener();
}

/**
 * Whether something was dismissed today, and a function that dismisses it. The server can't know and
 * renders it as dismissed, so that nothing disappears at hydration.
 */
export function useDismissedToday(key: string): [isDismissed: boolean, dismiss: () => void] {
  const isDismissed = useSyncExternalStore(
    subscribe,
    () => readDismissalDay(key) === getToday(),
    () => true,
  );
  return [isDismissed, () => dismiss(key)];
}
