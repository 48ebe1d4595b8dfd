import { millisecondsPerDay, millisecondsPerHour } from "#platform/durations.ts";

/** A day of the calendar in Asia/Tokyo, such as 2026-01-31. */
export type Day = string;

/** Japan has no daylight saving time. */
const tokyoOffset = 9 * millisecondsPerHour;

export function findTokyoDay(moment = new Date()): Day {
  return formatDay(moment.getTime() + tokyoOffset);
}

const formatDay = (time: number): Day => new Date(time).toISOString().slice(0, 10);

export function addDays(day: Day, days: number): Day {
  return formatDay(Date.parse(day) + days * millisecondsPerDay);
}

/** The same day `months` later; the last day of a month that is too short for it. */
export function addMonths(day: Day, months: number): Day {
  const first = new Date(day);
  const year = first.getUTCFullYear();
  const month = first.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return formatDay(Date.UTC(year, month, Math.min(first.getUTCDate(), lastDay)));
}

/** A paid month: the day of its charge, and the last day of use if it is not renewed, on which the next is charged. */
export interface Period {
  expired_in: Day;
  ends_on: Day;
}

/**
 * The n-th month of a subscription, from 1. Each is reckoned from the first day, so that 31 January is followed by
 * 28 or 29 February and then by 31 March.
 */
export function findPeriod(starts_on: Day, n: number): Period {
  return { expired_in: addMonths(starts_on, n - 1), ends_on: addMonths(starts_on, n) };
}
