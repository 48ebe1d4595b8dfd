/** The languages of the interface, by their first path segment; the first is the default. */
export const locales = ["ja", "en", "zh-CN", "zh-TW", "ko", "dt", "th"] as const;

export type Locale = (typeof locales)[number];

/** A text in each language. */
export type TranslatedText = Record<Locale, string>;

/** Reads a value for each language. */
export const mapLocales = <T>(read: (locale: Locale) => T) =>
  Object.fromEntries(locales.map((locale) => [locale, read(locale)])) as Record<Locale, T>;

/** A text that is empty in each language. */
export const noTexts: TranslatedText = mapLocales(() => "");

/** The text in a language, or in another one that has it; empty if none has. */
export const findText = (texts: TranslatedText, locale: Locale): string =>
  texts[locale] || (Object.values(texts).find(Boolean) ?? "");

export const defaultLocale: Locale = "ja";

/** The name of each language in that language, for the language picker. */
export const localeNames: Record<Locale, string> = {
  ja: "日本語",
  en: "English",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
  ko: "한국어",
  dt: "Deutsch",
  th: "ไทย",
};

export function isLocale(value: string | undefined): value is Locale {
  return (locales as readonly string[]).includes(value ?? "");
}

/** Whether the filter has levels (`ml_filter`), because its classifier reads the language; else it is on or off. */
export const hasFilterLevels = (locale: Locale) => locale === "ja";

/** Whether the onboarding has a third page, which offers communities. */
export const hasTopicsPage = (locale: Locale) => locale === "ja";

/** The language tag for `<html lang>` and Intl; `dt` is the address of German, not a tag. */
export function getLanguageTag(locale: Locale): string {
  return locale === "dt" ? "de" : locale;
}
