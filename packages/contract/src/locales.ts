/** The languages of the interface, by their first path segment; the first is the default. */
export const locales = ["ja", "en", "zh-CN", "zh-TW", "ko", "dt", "th"] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "ja";

/** The name of each language in that language, for the language picker. */
export const localeOptions: { value: Locale; label: string }[] = [
  { value: "ja", label: "日本語" },
  { value: "en", label: "English" },
  { value: "zh-CN", label: "简体中文" },
  { value: "zh-TW", label: "繁體中文" },
  { value: "ko", label: "한국어" },
  { value: "dt", label: "Deutsch" },
  { value: "th", label: "ไทย" },
];

export function isLocale(value: string | undefined): value is Locale {
  return (locales as readonly string[]).includes(value ?? "");
}

/** The language tag for `<html lang>` and Intl; `dt` is the address of German, not a tag. */
export function getLanguageTag(locale: Locale): string {
  return locale === "dt" ? "de" : locale;
}
