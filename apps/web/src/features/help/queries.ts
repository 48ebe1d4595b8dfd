import { queryOptions } from "@tanstack/react-query";
import type { Input } from "@toibako/contract/endpoint.ts";
import { getPage, pageSlugs, postInquiry, type replaceableTexts } from "@toibako/contract/help.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { api, send } from "#lib/http/client.ts";

export type PageSlug = (typeof pageSlugs)[number];

export function isPageSlug(slug: string): slug is PageSlug {
  return (pageSlugs as readonly string[]).includes(slug);
}

/** The services on which people publish the link to their box, as named in the address. */
export const services = [
  "toibako",
  "twitter",
  "instagram",
  "facebook",
  "line",
  "tiktok",
  "weibo",
  "kakao",
] as const;

export type Service = (typeof services)[number];

export function findService(name: unknown): Service | undefined {
  return services.find((service) => service === name);
}

const sources = import.meta.glob<string>("../../locales/*/pages/*.md", {
  query: "?raw",
  import: "default",
});

/** Loads a built-in text; each is a separate chunk. */
function loadBuiltIn(locale: Locale, name: string): Promise<string> {
  const load = sources[`../../locales/${locale}/pages/${name}.md`];
  if (!load) throw new Error(`There is no text of ${name} in ${locale}`);
  return load();
}

type ReplaceableText = (typeof replaceableTexts)[number];

/** A text: the operator's replacement, or else the built-in one. */
export const pageQuery = (locale: Locale, slug: ReplaceableText) =>
  queryOptions({
    queryKey: ["page", locale, slug],
    queryFn: async ({ client }) => {
      const own = await api.read(client, getPage, { params: { slug }, query: { locale } });
      return own?.page.text ?? loadBuiltIn(locale, slug);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The guide texts, a section for each of `services`. */
export const usageQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ["usage", locale],
    queryFn: () => loadBuiltIn(locale, "itr"),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const sendInquiry = (body: Input<typeof postInquiry>["body"]) => send(postInquiry, { body });
