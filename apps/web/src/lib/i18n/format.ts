import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { memoize } from "./memoize.ts";

const getCompactFormat = memoize(
  (locale: Locale) =>
    new Intl.NumberFormat(getLanguageTag(locale), {
      notation: "compact",
      maximumFractionDigits: 1,
    }),
);

/** Formats a count in compact notation: `12K`, `1.2万`. */
export function formatCount(locale: Locale, value: number): string {
  return getCompactFormat(locale).format(value);
}
