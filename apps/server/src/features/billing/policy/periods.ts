import { type PaymentType, retryDays } from "@toibako/contract/billing.ts";
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

/** The first day of the first month, from the n-th, that begins on `day` or later. */
export function findMonthFrom(starts_on: Day, n: number, day: Day): Day {
  let month = n;
  while (findPeriod(starts_on, month).expired_in < day) month++;
  return findPeriod(starts_on, month).expired_in;
}

/**
 * What follows from a refused renewal: the day of the next try, null after the last one. A try that a new card has
 * brought forward takes none of the days away, and days that passed without a try are not caught up on one day.
 */
export function findRetry(
  { failed_on, failures }: { failed_on: Day | null; failures: number },
  today: Day,
): { failed_on: Day; failures: number; charge_on: Day | null } {
  const first = failed_on ?? today;
  const findDay = (failures: number): Day | null => {
    const days = retryDays[failures - 1];
    return days === undefined ? null : addDays(first, days);
  };
  const planned = failures > 0 ? findDay(failures) : null;
  if (planned !== null && today < planned)
    return { failed_on: first, failures, charge_on: planned };
  const next = findDay(failures + 1);
  const tomorrow = addDays(today, 1);
  const charge_on = next !== null && next < tomorrow ? tomorrow : next;
  return { failed_on: first, failures: failures + 1, charge_on };
}

/** The days of a month on which docomo and SoftBank bill; 31 is the last day of every month. */
const carrierDays = [10, 15, 20, 25, 31];

/** The day on which a way to pay is charged for the month that begins on `day`: then, or on the carrier's next day. */
export function findChargeDay(day: Day, payment_type: PaymentType): Day {
  if (payment_type === "credit_card" || payment_type === "carrier_au") return day;
  const date = Number(day.slice(8));
  const carrierDay = carrierDays.find((one) => one >= date) ?? date;
  // From the 31st of a long month, so that a shorter one gets its last day.
  return addMonths(`2024-01-${carrierDay}`, countMonths("2024-01-01", day));
}

const countMonths = (from: Day, to: Day) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7));
