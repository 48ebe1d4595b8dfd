import { queryOptions } from "@tanstack/react-query";
import type { Locale } from "@toibako/contract/locales.ts";

/** The site's own pages to read, as the footer lists them. */
export const pageSlugs = [
  "terms",
  "privacy",
  "commercial-transactions",
  "guidelines",
  "company",
] as const;

export type PageSlug = (typeof pageSlugs)[number];

export function isPageSlug(slug: string): slug is PageSlug {
  return (pageSlugs as readonly string[]).includes(slug);
}

const sources = import.meta.glob<string>("../../locales/*/pages/*.md", {
  query: "?raw",
  import: "default",
});

/** A page's text. Each is a chunk of its own: nobody loads what they don't read. */
export const pageQuery = (locale: Locale, slug: PageSlug) =>
  queryOptions({
    queryKey: ["page", locale, slug],
    queryFn: () => {
      const load = sources[`../../locales/${locale}/pages/${slug}.md`];
      if (!load) throw new Error(`There is no text of ${slug} in ${locale}`);
      return load();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
