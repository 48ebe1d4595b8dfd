import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Input } from "@toibako/contract/endpoint.ts";
import {
  getHelpLines,
  getPage,
  pageSlugs,
  postInquiry,
  type ReplaceableText,
} from "@toibako/contract/help.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { api, send } from "#lib/http/client.ts";
import type { TextKey } from "#lib/i18n/texts.tsx";

export type PageSlug = (typeof pageSlugs)[number];

/** The text key of each page's title. */
export const pageTitles = {
  terms: "help.terms",
  privacy: "help.privacy",
  "commercial-transactions": "help.commercial-transactions",
  guidelines: "help.guidelines",
  company: "help.company",
} as const satisfies Record<PageSlug, TextKey>;

export function isPageSlug(slug: string): slug is PageSlug {
  return (pageSlugs as readonly string[]).includes(slug);
}

/** The sites on which people share the link to their box, as `?service=` names them. */
export const linkSites = [
  "toibako",
  "twitter",
  "instagram",
  "facebook",
  "line",
  "tiktok",
  "weibo",
  "kakao",
] as const;

export type LinkSite = (typeof linkSites)[number];

export function findLinkSite(name: unknown): LinkSite | undefined {
  return linkSites.find((site) => site === name);
}

// Imported on demand: every page loads this module, and built-in-texts.ts has a list of all texts.
const loadBuiltIn = async (client: QueryClient, locale: Locale, slug: ReplaceableText) =>
  (await import("./built-in-page.ts")).loadBuiltInPage(client, locale, slug);

/** The site's own text for a page, or the built-in text if there is none. */
export const pageQuery = (locale: Locale, slug: ReplaceableText) =>
  queryOptions({
    queryKey: ["page", locale, slug],
    queryFn: async ({ client }) => {
      const replacement = await api.read(client, getPage, { params: { slug }, query: { locale } });
      return replacement ? replacement.page.text : loadBuiltIn(client, locale, slug);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The guides for pasting one's link, with a section for each of `linkSites` in this order. */
export const siteGuidesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ["site-guides", locale],
    queryFn: async () => (await import("./built-in-texts.ts")).loadBuiltInText(locale, "itr"),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const sendInquiry = (body: Input<typeof postInquiry>["body"], idempotency_key: string) =>
  send(postInquiry, { body }, { idempotency_key });

/** Help lines by country. They are fetched once, because only the operator's file changes them. */
export const helpLinesQuery = () =>
  queryOptions({ ...api.query(getHelpLines), staleTime: Number.POSITIVE_INFINITY });
