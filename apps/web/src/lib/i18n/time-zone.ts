import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

export function getBrowserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The browser's time zone; undefined on the server and until hydration is done. */
export function useBrowserTimeZone(): string | undefined {
  return useSyncExternalStore(subscribe, getBrowserTimeZone, () => undefined);
}
