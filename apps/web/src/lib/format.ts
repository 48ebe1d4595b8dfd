import { type Locale, languageTag } from "@toibako/contract/locales.ts";
import { remember } from "./remember.ts";

// Dates are formatted on the server, which knows the time zone: the browser would differ.

const compact = remember(
  (locale: Locale) =>
    new Intl.NumberFormat(languageTag(locale), { notation: "compact", maximumFractionDigits: 1 }),
);

/** A count that must stay narrow: `12K`, `1.2万`. */
export function formatCount(locale: Locale, value: number): string {
  return compact(locale).format(value);
}
