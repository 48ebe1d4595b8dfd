import { useSyncExternalStore } from "react";

/** Creates an indicator that is shown while `show` has been called more often than `hide`. */
function createIndicator() {
  let count = 0;
  const listeners = new Set<() => void>();
  const changeCount = (difference: 1 | -1) => {
    count += difference;
    for (const listener of listeners) listener();
  };
  return {
    show: () => changeCount(1),
    hide: () => changeCount(-1),
    isShown: () => count > 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function useIndicator({ subscribe, isShown }: ReturnType<typeof createIndicator>): boolean {
  return useSyncExternalStore(subscribe, isShown, () => false);
}

/** The fullscreen loader. */
export const loader = createIndicator();
export const useLoader = () => useIndicator(loader);

/** Shown while the browser solves a proof of work, so that pending buttons can say so. */
export const proofWork = createIndicator();
export const useProofWork = () => useIndicator(proofWork);
