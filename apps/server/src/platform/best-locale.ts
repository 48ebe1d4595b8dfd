import { defaultLocale, type Locale, locales } from "@toibako/contract/locales.ts";

/** Language tags and how they begin → our languages; Chinese by script where the tag says it. */
const matches: [RegExp, Locale][] = [
  [/^zh-(hant|tw|hk|mo)\b/i, "zh-TW"],
  [/^zh\b/i, "zh-CN"],
  [/^de\b/i, "dt"],
];

/** The reader's best language of ours by `Accept-Language`. */
export function bestLocale(accepted: string | undefined): Locale {
  const wishes = (accepted ?? "").split(",", 20).map((wish) => {
    const [tag = "", ...parameters] = wish.trim().split(";");
    const quality = parameters.find((parameter) => parameter.trim().startsWith("q="));
    return { tag, quality: quality ? Number(quality.trim().slice(2)) || 0 : 1 };
  });
  wishes.sort((one, other) => other.quality - one.quality);
  for (const { tag, quality } of wishes) {
    const found = quality > 0 && localeOf(tag);
    if (found) return found;
  }
  return defaultLocale;
}

function localeOf(tag: string): Locale | undefined {
  const mapped = matches.find(([pattern]) => pattern.test(tag))?.[1];
  return mapped ?? locales.find((locale) => locale === tag.split("-")[0]?.toLowerCase());
}
