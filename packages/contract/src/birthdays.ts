/** A date of birth in the Gregorian calendar; `month` counts from 1. */
export interface Birthday {
  year: number;
  month: number;
  day: number;
}

/** The first year that can be chosen. */
export const firstBirthYear = 1950;

/** The minimum age for receiving messages. */
export const adultAge = 18;

const millisecondsPerDay = 86_400_000;

/** The current date in a time zone. */
export function findToday(time_zone: string, now = new Date()): Birthday {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: time_zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
  }).formatToParts(now);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: read("year"), month: read("month"), day: read("day") };
}

/** Whether this is a day of the calendar, from `firstBirthYear` to `today`. */
export function isPossibleBirthday({ year, month, day }: Birthday, today: Birthday): boolean {
  if (![year, month, day].every(Number.isInteger) || year < firstBirthYear) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && countDays({ year, month, day }) <= countDays(today);
}

function countDays({ year, month, day }: Birthday): number {
  return Date.UTC(year, month - 1, day) / millisecondsPerDay;
}

/** The age that is shown: the number of days divided by 365, rounded down. */
export function computeAge(birthday: Birthday, today: Birthday): number {
  return Math.floor((countDays(today) - countDays(birthday)) / 365);
}

/** The age by the calendar. `computeAge` reaches an age some days earlier, because it ignores leap days. */
export function computeCalendarAge(birthday: Birthday, today: Birthday): number {
  const years = today.year - birthday.year;
  const isBeforeBirthday =
    today.month < birthday.month || (today.month === birthday.month && today.day < birthday.day);
  return years - (isBeforeBirthday ? 1 : 0);
}

/** Whether a person has reached an age by the calendar. */
export function hasReachedAge(birthday: Birthday, today: Birthday, age: number): boolean {
  return computeCalendarAge(birthday, today) >= age;
}

/** Whether a person has reached `adultAge` by the calendar. */
export function isAdult(birthday: Birthday, today: Birthday): boolean {
  return hasReachedAge(birthday, today, adultAge);
}

/** Parses a date of the database, such as `2000-01-31`. */
export function parseBirthday(text: string | null): Birthday | null {
  const [year, month, day] = (text ?? "").split("-").map(Number);
  return year && month && day ? { year, month, day } : null;
}

/** Formats a date for the database. */
export function formatBirthday({ year, month, day }: Birthday): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${year}-${pad(month)}-${pad(day)}`;
}
