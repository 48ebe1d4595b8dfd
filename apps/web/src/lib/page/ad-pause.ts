import { useEffect, useSyncExternalStore } from "react";

/** How many parts of the page must have no advertising beside them. */
let pausing = 0;
const listeners = new Set<() => void>();

function changeBy(difference: number) {
  pausing += difference;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Removes all advertising from the page while `isPausing`, for example while it shows help lines. */
export function useAdPause(isPausing: boolean): void {
  useEffect(() => {
    if (!isPausing) return;
    changeBy(1);
    return () => changeBy(-1);
  }, [isPausing]);
}

export const useAreAdsPaused = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => pausing > 0,
    () => false,
  );
