import { type DateReader, defaultTimeZones, readTimeZone } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { millisecondsPerHour } from "#platform/durations.ts";

/** Rounds down to the hour, the most exact time that is stored of a question. */
export function floorToHour(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / millisecondsPerHour) * millisecondsPerHour);
}

/** The day in UTC, such as 2026-11-27. SQL rounds in UTC as well: `date_trunc('hour', …)` and `current_date`. */
export function formatDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/**
 * Returns the locale and the time zone in which a page's dates are formatted. The time zone is the
 * account's. For a visitor it is that of the page's language; the visitor's browser then formats the
 * dates again in its own time zone (`formatted-date.tsx`).
 */
export function createDateReader(
  locale: Locale,
  user: { time_zone: string } | undefined,
): DateReader {
  return { locale, time_zone: user?.time_zone ?? defaultTimeZones[locale] };
}

/** The time zone of a new account: the browser's, or that of the language if it is unknown. */
export function chooseTimeZone(browserTimeZone: string | undefined, locale: Locale): string {
  return readTimeZone(browserTimeZone ?? "") ?? defaultTimeZones[locale];
}
