import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { memoize } from "./memoize.ts";

const compact = memoize(
  (locale: Locale) =>
    new Intl.NumberFormat(getLanguageTag(locale), {
      notation: "compact",
      maximumFractionDigits: 1,
    }),
);

/** A count in compact notation: `12K`, `1.2万`. */
export function formatCount(locale: Locale, value: number): string {
  return compact(locale).format(value);
}
