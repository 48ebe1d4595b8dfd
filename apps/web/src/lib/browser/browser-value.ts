import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** A value that only a browser can read and that doesn't change; `initial` until hydration. */
export function useBrowserValue<T>(read: () => T, initial: T): T {
  return useSyncExternalStore(subscribe, read, () => initial);
}
