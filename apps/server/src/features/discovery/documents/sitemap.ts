import { pageSlugs } from "@toibako/contract/help.ts";
import { getLanguageTag, type Locale, locales } from "@toibako/contract/locales.ts";
import { escapeMarkup } from "#platform/markup.ts";
import { type SitemapKind, sitemapKinds } from "../queries.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function createSitemapIndex(public_url: string, files: Record<SitemapKind, number>): string {
  const paths = [
    "/sitemap/pages.xml",
    ...sitemapKinds.flatMap((kind) =>
      Array.from({ length: files[kind] }, (_, file) => `/sitemap/${kind}/${file}.xml`),
    ),
  ];
  const entries = paths.map((path) => `<sitemap>${formatTag("loc", public_url + path)}</sitemap>`);
  return `${declaration}\n<sitemapindex ${namespace}>\n${entries.join("\n")}\n</sitemapindex>\n`;
}

export interface SitemapEntry {
  path: string;
  changed_at?: Date;
  /** Links to the same page in other languages. */
  alternates?: string;
}

export function createSitemapFile(public_url: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, changed_at, alternates = "" }) => {
    const changed = changed_at ? formatTag("lastmod", changed_at.toISOString()) : "";
    return `<url>${formatTag("loc", public_url + path)}${changed}${alternates}</url>`;
  });
  const linkNamespace = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `${declaration}\n<urlset ${namespace} ${linkNamespace}>\n${urls.join("\n")}\n</urlset>\n`;
}

/** The site's own pages, which are translated. */
export const translatedPages = [
  ...["", "/hp", "/guide", "/inquiry", "/communities/samples"],
  ...pageSlugs.map((slug) => `/fxp/${slug}`),
];

/** Lists pages in all languages. Each entry links to the same page in every language. */
export function listInAllLanguages(public_url: string, pages: readonly string[]): SitemapEntry[] {
  return pages.flatMap((page) => {
    const alternates = locales.map((locale) => linkAlternate(public_url, locale, page)).join("");
    return locales.map((locale) => ({ path: `/${locale}${page}`, alternates }));
  });
}

function linkAlternate(public_url: string, locale: Locale, page: string): string {
  const href = escapeMarkup(`${public_url}/${locale}${page}`);
  return `<xhtml:link rel="alternate" hreflang="${getLanguageTag(locale)}" href="${href}"/>`;
}

function formatTag(name: string, text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`;
}
