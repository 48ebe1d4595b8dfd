import { useSyncExternalStore } from "react";

let waiting = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1) {
  waiting += by;
  for (const listener of listeners) listener();
}

/** The fullscreen loader: shown while at least one call asked for it. */
export const loader = {
  show: () => change(1),
  hide: () => change(-1),
  isShown: () => waiting > 0,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function useLoader(): boolean {
  return useSyncExternalStore(loader.subscribe, loader.isShown, () => false);
}
