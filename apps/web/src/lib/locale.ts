import { isLocale, type Locale } from "@toibako/contract/locales.ts";

/** The language that an address's path names, if it does. */
export function localeOf(url: string): Locale | undefined {
  const segment = url.split(/[/?#]/, 2)[1];
  return isLocale(segment) ? segment : undefined;
}
