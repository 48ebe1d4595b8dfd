import { type Locale, languageTag } from "@toibako/contract/locales.ts";
import { text } from "./texts.ts";

const hour = 3_600_000;

/** The hour of a moment; nothing finer is kept of when a question was asked. */
export function hourOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / hour) * hour);
}

function cached<T>(make: (tag: string, time_zone: string) => T) {
  const made = new Map<string, T>();
  return (locale: Locale, time_zone = "") => {
    const key = `${locale} ${time_zone}`;
    const value = made.get(key) ?? make(languageTag(locale), time_zone);
    made.set(key, value);
    return value;
  };
}

const relative = cached((tag) => new Intl.RelativeTimeFormat(tag, { numeric: "auto" }));
const dateWithHour = cached(
  (tag, timeZone) =>
    new Intl.DateTimeFormat(tag, {
      timeZone,
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "numeric",
      // In Thai an hour alone is a bare number.
      ...(tag === "th" && { minute: "2-digit" }),
    }),
);
const date = cached(
  (tag, timeZone) => new Intl.DateTimeFormat(tag, { timeZone, dateStyle: "medium" }),
);

const steps = [
  ["year", 365 * 24 * hour],
  ["month", 30 * 24 * hour],
  ["week", 7 * 24 * hour],
  ["day", 24 * hour],
  ["hour", hour],
  ["minute", hour / 60],
] as const;

/** How long ago, in the reader's language; under a minute it is just now. */
export function relativeTime(moment: Date, locale: Locale, now = Date.now()): string {
  const age = Math.max(0, now - moment.getTime());
  for (const [unit, length] of steps) {
    if (age >= length) return relative(locale).format(-Math.floor(age / length), unit);
  }
  return text(locale, "just_now");
}

/** How long ago a question came, from its hour alone. */
export function relativeHour(asked_hour: Date, locale: Locale, now = Date.now()): string {
  const age = now - asked_hour.getTime();
  return age < hour ? text(locale, "within_the_hour") : relativeTime(asked_hour, locale, now);
}

export function formatHour(moment: Date, locale: Locale, time_zone: string): string {
  return dateWithHour(locale, time_zone).format(moment);
}

export function formatDate(moment: Date, locale: Locale, time_zone: string): string {
  return date(locale, time_zone).format(moment);
}

export const defaultTimeZone = "Asia/Tokyo";
