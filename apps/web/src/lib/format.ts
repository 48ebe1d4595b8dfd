import { type Locale, languageTag } from "@toibako/contract/locales.ts";

// Dates are formatted on the server, which knows the time zone: the browser would differ.

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.notation}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(languageTag(locale), options)));
  return format;
}

/** `1,234`. */
export function formatNumber(locale: Locale, value: number): string {
  return numberFormat(locale, { notation: "standard" }).format(value);
}

/** A count that must stay narrow: `12K`, `1.2万`. */
export function formatCount(locale: Locale, value: number): string {
  const options = { notation: "compact", maximumFractionDigits: 1 } as const;
  return numberFormat(locale, options).format(value);
}
