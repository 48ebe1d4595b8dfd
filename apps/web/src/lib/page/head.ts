import type { Item } from "@toibako/contract/items.ts";
import { getLanguageTag, type Locale, locales } from "@toibako/contract/locales.ts";
import { getTexts } from "#lib/i18n/texts.tsx";

/** How many characters of a question a page's title and the alternative text of its picture quote at most. */
export const quotedQuestionLength = 60;
/** The maximum length, in characters, of a page's description that quotes a person's text. */
export const descriptionLength = 120;

export interface PageHead {
  locale: Locale;
  title?: string;
  description?: string;
  /** The picture of 1200×630 pixels: absolute address and alternative text. */
  image?: { url: string; alt: string };
  /** Excludes the page from search engines. */
  noindex?: boolean;
}

/** Builds the `head` of a route: the title and the metadata for search engines and social networks. */
export function buildPageHead({ locale, title, description, image, noindex }: PageHead) {
  const site = getTexts(locale).t("common.site_name");
  const fullTitle = title ? `${title} | ${site}` : site;
  const meta: Record<string, string>[] = [
    { title: fullTitle },
    { property: "og:site_name", content: site },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title ?? site },
    { name: "twitter:card", content: image ? "summary_large_image" : "summary" },
    { name: "twitter:title", content: title ?? site },
  ];
  if (description) {
    meta.push({ name: "description", content: description });
    meta.push({ property: "og:description", content: description });
    meta.push({ name: "twitter:description", content: description });
  }
  if (image) meta.push(...createImageMeta(image));
  if (noindex) meta.push({ name: "robots", content: "noindex" });
  return { meta };
}

function createImageMeta({ url, alt }: { url: string; alt: string }) {
  return [
    { property: "og:image", content: url },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: alt },
    { name: "twitter:image", content: url },
    { name: "twitter:image:alt", content: alt },
  ];
}

/** Returns the chosen option and the text of an answer, joined by a dash. */
export function describeAnswer({ options, chosen_option, answer_body }: Item): string {
  const chosen = chosen_option === null ? undefined : options?.[chosen_option];
  return [chosen, answer_body].filter(Boolean).join(" – ");
}

/** The locales as Facebook names them, with a region. */
const localesWithRegion: Record<Locale, string> = {
  ja: "ja_JP",
  en: "en_US",
  "zh-CN": "zh_CN",
  "zh-TW": "zh_TW",
  ko: "ko_KR",
  dt: "de_DE",
  th: "th_TH",
};

/** Renders the language of the page for social networks. */
export function renderLocaleMeta(locale: Locale): string {
  return `<meta property="og:locale" content="${localesWithRegion[locale]}">`;
}

/** Renders the canonical address of a page. */
export function renderCanonicalLink(public_url: string, locale: Locale, pathname: string): string {
  return renderAddressLink('rel="canonical"', public_url, locale, locale, pathname);
}

/** Renders the addresses of a page in all languages. */
export function renderAlternateLinks(public_url: string, locale: Locale, pathname: string): string {
  const links = locales.map((to) => {
    const attributes = `rel="alternate" hreflang="${getLanguageTag(to)}"`;
    return renderAddressLink(attributes, public_url, locale, to, pathname);
  });
  return links.join("");
}

/** Renders a link to the same page in the locale `to`. */
function renderAddressLink(
  attributes: string,
  public_url: string,
  locale: Locale,
  to: Locale,
  pathname: string,
): string {
  const pathWithoutLocale = escapeHtml(pathname.slice(locale.length + 1));
  return `<link ${attributes} href="${public_url}/${to}${pathWithoutLocale}">`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&"'<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
