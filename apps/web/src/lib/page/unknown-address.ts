import { useHydrated, useLocation } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";

/**
 * The address at which the page for unknown addresses is rendered. All of them share one page, so
 * that it can be cached; the browser shows it at the requested address.
 */
export function getUnknownAddress(locale: Locale): string {
  return `/${locale}/unknown/address`;
}

/**
 * The address in the browser's address bar. On the not-found page, it is the address of `getUnknownAddress`
 * until hydration is done.
 */
export function useShownAddress(): string {
  const isHydrated = useHydrated();
  return useLocation({
    select: ({ href, publicHref }) => (isHydrated ? publicHref : href),
  });
}
