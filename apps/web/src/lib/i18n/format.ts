import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { memoize } from "./memoize.ts";
import type { TextsOfLocale } from "./texts.tsx";

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

const getNumberFormat = memoize((locale: Locale) => new Intl.NumberFormat(getLanguageTag(locale)));

/** Formats whole yen as the texts of the server do: `1,500円`, `1,500 yen`. */
export function formatYen({ t, locale }: Pick<TextsOfLocale, "t" | "locale">, yen: number): string {
  return t("billing.yen", { amount: getNumberFormat(locale).format(yen) });
}

const getDayFormat = memoize(
  (locale: Locale) =>
    new Intl.DateTimeFormat(getLanguageTag(locale), {
      dateStyle: "long",
      timeZone: "UTC",
      calendar: "gregory",
    }),
);

/** Formats a date of the calendar, such as 2026-01-31, which has no time zone: `2026年1月31日`. */
export function formatDay(locale: Locale, date: string): string {
  return getDayFormat(locale).format(new Date(date));
}

const getJapaneseDayFormat = memoize(
  (locale: Locale) =>
    new Intl.DateTimeFormat(getLanguageTag(locale), {
      dateStyle: "long",
      timeZone: "Asia/Tokyo",
      calendar: "gregory",
    }),
);

/** Formats the day of a moment in Japan, where the site's calendar of payments is. */
export function formatDayInJapan(locale: Locale, moment: string): string {
  return getJapaneseDayFormat(locale).format(new Date(moment));
}

const getMonthAndDayFormat = memoize(
  (locale: Locale) =>
    new Intl.DateTimeFormat(getLanguageTag(locale), {
      month: "long",
      day: "numeric",
      timeZone: "UTC",
    }),
);

/** Formats month and day of a date of the calendar. Where months are numbers, both have two digits: `01月05日`. */
export function formatMonthAndDay(locale: Locale, date: string): string {
  const parts = getMonthAndDayFormat(locale).formatToParts(new Date(date));
  const hasNumbers = parts.some(({ type, value }) => type === "month" && /^\d/.test(value));
  const pad = (value: string) => value.replace(/^\d(?!\d)/, "0$&");
  return parts.map(({ value }) => (hasNumbers ? pad(value) : value)).join("");
}
