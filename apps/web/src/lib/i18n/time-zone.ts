import { useBrowserValue } from "../browser/browser-value.ts";

export function getBrowserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The browser's time zone; undefined on the server and until hydration is done. */
export function useBrowserTimeZone(): string | undefined {
  return useBrowserValue<string | undefined>(getBrowserTimeZone, undefined);
}
