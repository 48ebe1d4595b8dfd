import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { millisecondsPerHour as hour } from "#platform/durations.ts";
import { translate } from "./texts/texts.ts";

/** Rounds down to the hour, the most exact time that is stored of a question. */
export function floorToHour(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / hour) * hour);
}

function cacheByLocale<T>(create: (tag: string, time_zone: string) => T) {
  const cache = new Map<string, T>();
  return (locale: Locale, time_zone = "") => {
    const key = `${locale} ${time_zone}`;
    const value = cache.get(key) ?? create(getLanguageTag(locale), time_zone);
    cache.set(key, value);
    return value;
  };
}

const relative = cacheByLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: "auto" }));
const formatDayAndHour = (tag: string, timeZone: string, year?: "numeric") =>
  new Intl.DateTimeFormat(tag, {
    timeZone,
    ...(year && { year }),
    month: "short",
    day: "numeric",
    hour: "numeric",
    // In Thai an hour without minutes looks like a plain number.
    ...(tag === "th" && { minute: "2-digit" }),
  });
const dateWithHour = cacheByLocale((tag, timeZone) => formatDayAndHour(tag, timeZone, "numeric"));
const dateWithoutYear = cacheByLocale((tag, timeZone) => formatDayAndHour(tag, timeZone));
const yearOf = cacheByLocale(
  (_tag, timeZone) => new Intl.DateTimeFormat("en", { timeZone, year: "numeric" }),
);
const date = cacheByLocale(
  (tag, timeZone) => new Intl.DateTimeFormat(tag, { timeZone, dateStyle: "medium" }),
);

const units = [
  ["year", 365 * 24 * hour],
  ["month", 30 * 24 * hour],
  ["week", 7 * 24 * hour],
  ["day", 24 * hour],
  ["hour", hour],
  ["minute", hour / 60],
] as const;

/** Formats the age of a moment; less than a minute is "just now". */
export function formatRelativeTime(moment: Date, locale: Locale, now = Date.now()): string {
  const age = Math.max(0, now - moment.getTime());
  for (const [unit, length] of units) {
    if (age >= length) return relative(locale).format(-Math.floor(age / length), unit);
  }
  return translate(locale, "just_now");
}

/** Formats the age of a question, of which only the hour is known. */
export function formatRelativeHour(asked_hour: Date, locale: Locale, now = Date.now()): string {
  const age = now - asked_hour.getTime();
  return age < hour
    ? translate(locale, "within_the_hour")
    : formatRelativeTime(asked_hour, locale, now);
}

export function formatHour(moment: Date, locale: Locale, time_zone: string): string {
  return dateWithHour(locale, time_zone).format(moment);
}

/** Formats a moment in the near future or past: with its year only if that isn't the current one. */
export function formatNearHour(
  moment: Date,
  locale: Locale,
  time_zone: string,
  now = new Date(),
): string {
  const year = yearOf(locale, time_zone);
  const isThisYear = year.format(moment) === year.format(now);
  return (isThisYear ? dateWithoutYear : dateWithHour)(locale, time_zone).format(moment);
}

export function formatDate(moment: Date, locale: Locale, time_zone: string): string {
  return date(locale, time_zone).format(moment);
}

export const defaultTimeZone = "Asia/Tokyo";
