import { defaultLocale, isLocale, type Locale } from "@toibako/contract/locales.ts";
import type { FastifyRequest } from "fastify";

/** The locale of a request: from its path, else from `X-Locale`, else from `Accept-Language`. */
export function readRequestLocale(request: FastifyRequest): Locale {
  const header = request.headers["x-locale"];
  const headerLocale = typeof header === "string" && isLocale(header) ? header : undefined;
  return (
    readPathLocale(request.url) ??
    headerLocale ??
    choosePreferredLocale(request.headers["accept-language"])
  );
}

/**
 * The locale of a page, from its path or else from `Accept-Language`. `X-Locale` is ignored, because
 * caches don't distinguish copies of a page by that header.
 */
export function choosePageLocale(request: FastifyRequest): Locale {
  return readPathLocale(request.url) ?? choosePreferredLocale(request.headers["accept-language"]);
}

/** The language of an account, or else of the browser, for addresses without a locale. */
export function chooseViewerLocale({ viewer, headers }: FastifyRequest): Locale {
  return viewer.user?.locale ?? choosePreferredLocale(headers["accept-language"]);
}

/** The locale in the first segment of a path. */
export function readPathLocale(url: string): Locale | undefined {
  const segment = url.split(/[/?#]/, 2)[1];
  return isLocale(segment) ? segment : undefined;
}

/** The best supported locale for an `Accept-Language` header; Japanese if none matches. */
export function choosePreferredLocale(header: string | undefined): Locale {
  const preferences = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.find((item) => item.trim().startsWith("q="))?.split("=")[1];
      return { tag, weight: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of preferences) {
    const locale = findLocaleOfTag(tag);
    if (locale) return locale;
  }
  return defaultLocale;
}

function findLocaleOfTag(tag: string): Locale | undefined {
  if (/^zh-(tw|hk|mo|hant)/.test(tag)) return "zh-TW";
  const language = tag.split("-")[0];
  if (language === "zh") return "zh-CN";
  if (language === "de") return "dt";
  return isLocale(language) ? language : undefined;
}
