import { useBrowserValue } from "./browser-value.ts";

/** Whether this browser stores no cookies of the site, so that nobody can sign in. False until hydration. */
export const useAreCookiesBlocked = (): boolean => useBrowserValue(areCookiesBlocked, false);

let areSecureCookiesRefused: boolean | undefined;

function areCookiesBlocked(): boolean {
  if (!navigator.cookieEnabled) return true;
  if (location.protocol === "https:") return false;
  areSecureCookiesRefused ??= !storesSecureCookie();
  return areSecureCookiesRefused;
}

/** Whether a secure cookie is stored without TLS: of localhost by most browsers, but not by WebKit. */
function storesSecureCookie(): boolean {
  const name = "__Host-probe";
  // biome-ignore-start lint/suspicious/noDocumentCookie: the cookie store exists only with TLS in some browsers
  document.cookie = `${name}=1; Path=/; Secure; SameSite=Lax`;
  const isStored = document.cookie.includes(name);
  document.cookie = `${name}=; Path=/; Secure; Max-Age=0`;
  // biome-ignore-end lint/suspicious/noDocumentCookie: the cookie store exists only with TLS in some browsers
  return isStored;
}
