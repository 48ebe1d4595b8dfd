import { useBrowserValue } from "../browser/browser-value.ts";

export function getBrowserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Runs before the first paint and marks the page if its dates, which the server formatted in `time_zone`, will be
 * formatted again. Styles hide them until then, so that no reader sees a date change.
 */
export const createZoneScript = (time_zone: string): string =>
  `try{if(Intl.DateTimeFormat().resolvedOptions().timeZone!==${JSON.stringify(time_zone)})document.documentElement.dataset.zone="other"}catch{}`;

/** The browser's time zone; undefined on the server and until hydration is done. */
export function useBrowserTimeZone(): string | undefined {
  return useBrowserValue<string | undefined>(getBrowserTimeZone, undefined);
}
