import { useBrowserValue } from "./browser-value.ts";

/** Whether this browser stores no cookies of the site, so that nobody can sign in. False until hydration. */
export const useAreCookiesBlocked = (): boolean =>
  useBrowserValue(() => !navigator.cookieEnabled, false);
