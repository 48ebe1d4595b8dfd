import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ReplaceableText } from "@toibako/contract/help.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { loadBuiltInText } from "./built-in-texts.ts";

/** Loads the built-in text of a page. On a site that sells a plan, that about sales is filled in from its configuration. */
export async function loadBuiltInPage(
  client: QueryClient,
  locale: Locale,
  slug: ReplaceableText,
): Promise<string> {
  if (slug === "commercial-transactions") {
    // Imported on demand: only this page states who sells what.
    const { loadCommerceText } = await import("./commerce-text.ts");
    const sold = await loadCommerceText(client, locale);
    if (sold !== undefined) return sold;
  }
  return loadBuiltInText(locale, slug);
}

export const builtInPageQuery = (locale: Locale, slug: ReplaceableText) =>
  queryOptions({
    queryKey: ["built-in-page", locale, slug],
    queryFn: ({ client }) => loadBuiltInPage(client, locale, slug),
    staleTime: Number.POSITIVE_INFINITY,
  });
