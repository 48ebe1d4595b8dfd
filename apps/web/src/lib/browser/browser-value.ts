import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/**
 * Returns a value that only a browser can read and that doesn't change; `initial` on the server and during
 * hydration.
 */
export function useBrowserValue<T>(read: () => T, initial: T): T {
  return useSyncExternalStore(subscribe, read, () => initial);
}
