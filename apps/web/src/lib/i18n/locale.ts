import { isLocale, type Locale } from "@toibako/contract/locales.ts";

/** Returns the locale in the first segment of a path; undefined if there is none. */
export function readLocale(url: string): Locale | undefined {
  const segment = url.split(/[/?#]/, 2)[1];
  return isLocale(segment) ? segment : undefined;
}

/** Returns the same address in another locale: replaces the first path segment. */
export function replaceLocale(href: string, locale: Locale): string {
  return href.replace(/^\/[^/?#]*/, `/${locale}`);
}
