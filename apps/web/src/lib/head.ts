import { type Locale, locales } from "@toibako/contract/locales.ts";
import { textsOf } from "./i18n.tsx";

export interface PageHead {
  locale: Locale;
  title?: string;
  description?: string;
  /** Absolute address of the card's picture. */
  image?: string;
  /** Kept out of search engines. */
  noindex?: boolean;
}

/** A route's `head`: the title and what social networks show of the page. */
export function pageHead({ locale, title, description, image, noindex }: PageHead) {
  const site = textsOf(locale).t("common.site_name");
  const full = title ? `${title} | ${site}` : site;
  const meta: Record<string, string>[] = [
    { title: full },
    { property: "og:title", content: title ?? site },
    { name: "twitter:card", content: image ? "summary_large_image" : "summary" },
  ];
  if (description) {
    meta.push({ name: "description", content: description });
    meta.push({ property: "og:description", content: description });
  }
  if (image) meta.push({ property: "og:image", content: image });
  if (noindex) meta.push({ name: "robots", content: "noindex" });
  return { meta };
}

/** The page's own address and its twins in the other languages, for crawlers. */
export function alternateLinks(public_url: string, locale: Locale, pathname: string): string {
  const rest = escaped(pathname.slice(locale.length + 1));
  const link = (rel: string, to: Locale) => `<link rel="${rel}" href="${public_url}/${to}${rest}">`;
  const alternates = locales.map((to) => link(`alternate" hreflang="${hreflang(to)}`, to));
  return link("canonical", locale) + alternates.join("");
}

function hreflang(locale: Locale): string {
  return locale === "dt" ? "de" : locale;
}

function escaped(path: string): string {
  return path.replace(/[&"'<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
