import type { Locale } from "@toibako/contract/locales.ts";

/** The same address in another language: only the first path segment changes. */
export function inLanguage(href: string, locale: Locale): string {
  return href.replace(/^\/[^/?#]*/, `/${locale}`);
}

/** An address to go on to, if it is one of this site; anything that could lead away is left out. */
export function nextAddress(given: string | undefined): string | undefined {
  if (!given?.startsWith("/")) return undefined;
  // Parsed as browsers do it, which read "/\t/host" and "/\host" as another host.
  const here = "http://here.invalid";
  if (!URL.canParse(given, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(given, here);
  return origin === here && !pathname.startsWith("//") ? pathname + search + hash : undefined;
}

/** The search of the doors. A refused `next` is named as absent, else the router keeps the given one. */
export function nextSearch({ next }: { next?: unknown }): { next?: string | undefined } {
  return { next: nextAddress(typeof next === "string" ? next : undefined) };
}
