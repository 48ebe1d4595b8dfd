import { nextAddress } from "@toibako/contract/addresses.ts";
import type { Locale } from "@toibako/contract/locales.ts";

/** The same address in another language: only the first path segment changes. */
export function inLanguage(href: string, locale: Locale): string {
  return href.replace(/^\/[^/?#]*/, `/${locale}`);
}

/** The search of the doors. A refused `next` is named as absent, else the router keeps the given one. */
export function nextSearch({ next }: { next?: unknown }): { next?: string | undefined } {
  return { next: nextAddress(typeof next === "string" ? next : undefined) };
}
