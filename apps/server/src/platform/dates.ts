import { type DateReader, defaultTimeZones, readTimeZone } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { millisecondsPerHour as hour } from "#platform/durations.ts";

/** Rounds down to the hour, the most exact time that is stored of a question. */
export function floorToHour(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / hour) * hour);
}

/**
 * For whom dates are formatted: in the time zone of an account, or else of the page's language. A
 * visitor's browser formats them again in its own (`formatted-date.tsx`).
 */
export function createDateReader(
  locale: Locale,
  user: { time_zone: string } | undefined,
): DateReader {
  return { locale, time_zone: user?.time_zone ?? defaultTimeZones[locale] };
}

/** The time zone of a new account: the browser's, or that of the language if it is unknown. */
export function chooseTimeZone(given: string | undefined, locale: Locale): string {
  return readTimeZone(given ?? "") ?? defaultTimeZones[locale];
}
