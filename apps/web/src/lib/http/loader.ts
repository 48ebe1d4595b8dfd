import { useSyncExternalStore } from "react";

/** An indicator that is shown while at least one call is in progress. */
function createIndicator() {
  let waiting = 0;
  const listeners = new Set<() => void>();
  const change = (by: 1 | -1) => {
    waiting += by;
    for (const listener of listeners) listener();
  };
  return {
    show: () => change(1),
    hide: () => change(-1),
    isShown: () => waiting > 0,
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
