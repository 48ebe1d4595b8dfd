import { getLanguageTag, type Locale, locales } from "@toibako/contract/locales.ts";
import { readLocale } from "#lib/i18n/locale.ts";

// Pages that the service worker keeps for reading offline. It keeps them as the server renders them for visitors
// without a session, so that no account of this browser sees data of another account.

/** The caches of pages that were read, and of the pictures and files that those pages name. */
export const pagesCache = "pages";
export const filesCache = "files";

/** Maximum number of kept pages; the page that has not been read for the longest time is deleted first. */
export const maxKeptPages = 30;

/** A message from a page to the service worker when the reader opens an address. */
export interface PageRead {
  type: "page-read";
  /** The locale of the page. */
  locale: Locale;
  /** Path and query; undefined for a page that is not the same for all visitors. */
  address: string | undefined;
}

/** Returns the address of the offline page, which is shown instead of a page that can't be loaded. */
export function getOfflineAddress(locale: Locale): string {
  return `/${locale}/offline`;
}

/** Returns the locale for a browser's language tag, such as `dt` for `de-AT`. */
export function findLocaleOfTag(tag: string): Locale | undefined {
  const wanted = tag.toLowerCase();
  const [language] = wanted.split("-");
  const tags = locales.map((locale) => [locale, getLanguageTag(locale).toLowerCase()] as const);
  const match =
    tags.find(([, known]) => known === wanted) ??
    tags.find(([, known]) => known.split("-")[0] === language);
  return match?.[0];
}

export interface KeptPage {
  address: string;
  name: string;
}

/** Returns the kept pages of a locale; the page that was read last comes first. */
export async function listKeptPages(locale: Locale): Promise<KeptPage[]> {
  if (!("caches" in globalThis)) return [];
  const cache = await caches.open(pagesCache);
  const kept: KeptPage[] = [];
  for (const request of (await cache.keys()).toReversed()) {
    const { pathname, search } = new URL(request.url);
    const address = pathname + search;
    if (readLocale(address) !== locale) continue;
    const response = await cache.match(request, { ignoreVary: true });
    const name = response && readName(await response.text());
    // A page may be kept several times, with the queries of its tabs.
    const isRepeated = kept.some((page) => page.name === name && readPath(page) === pathname);
    if (name && !isRepeated) kept.push({ address, name });
  }
  return kept;
}

const readPath = ({ address }: KeptPage) => address.split("?")[0];

/** The name of a page: its heading, or else its title without the name of the site. */
function readName(html: string): string | undefined {
  const page = new DOMParser().parseFromString(html, "text/html");
  const heading = page.querySelector("h1")?.textContent.trim();
  return heading || page.title.split(" | ")[0] || undefined;
}
