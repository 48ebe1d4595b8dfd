import { useHydrated, useLocation } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";

/**
 * Returns the address for which the not-found page is rendered. All unknown addresses share this page, so
 * that it can be cached; the browser shows it at the requested address.
 */
export function getUnknownAddress(locale: Locale): string {
  return `/${locale}/unknown/address`;
}

/**
 * Returns the address in the browser's address bar. On the not-found page, returns that of `getUnknownAddress`
 * until hydration.
 */
export function useShownAddress(): string {
  const isHydrated = useHydrated();
  return useLocation({
    select: ({ href, publicHref }) => (isHydrated ? publicHref : href),
  });
}
