import { isLocale, type Locale } from "@toibako/contract/locales.ts";

/** The locale in the first segment of a path, if there is one. */
export function readLocale(url: string): Locale | undefined {
  const segment = url.split(/[/?#]/, 2)[1];
  return isLocale(segment) ? segment : undefined;
}

/** The same address in another locale: only the first path segment changes. */
export function replaceLocale(href: string, locale: Locale): string {
  return href.replace(/^\/[^/?#]*/, `/${locale}`);
}
