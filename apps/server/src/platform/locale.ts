import { defaultLocale, isLocale, type Locale } from "@toibako/contract/locales.ts";
import type { FastifyRequest } from "fastify";

/** The language of a call: what the page says, else the address, else what the browser prefers. */
export function localeOf(request: FastifyRequest): Locale {
  const header = request.headers["x-locale"];
  if (typeof header === "string" && isLocale(header)) return header;
  const segment = request.url.split("/", 2)[1]?.split("?")[0];
  if (isLocale(segment)) return segment;
  return preferredLocale(request.headers["accept-language"]);
}

/** The best of our languages for an `Accept-Language` header; Japanese when none fits. */
export function preferredLocale(header: string | undefined): Locale {
  const wishes = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.trim().toLowerCase().split(";");
      const quality = rest.find((item) => item.trim().startsWith("q="))?.split("=")[1];
      return { tag, weight: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wishes) {
    const locale = localeOfTag(tag);
    if (locale) return locale;
  }
  return defaultLocale;
}

function localeOfTag(tag: string): Locale | undefined {
  if (/^zh-(tw|hk|mo|hant)/.test(tag)) return "zh-TW";
  const language = tag.split("-")[0];
  if (language === "zh") return "zh-CN";
  if (language === "de") return "dt";
  return isLocale(language) ? language : undefined;
}
