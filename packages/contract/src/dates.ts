import { getLanguageTag, type Locale } from "./locales.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The time zone of dates for readers who have not set one, by the language of the page. */
export const defaultTimeZones: Record<Locale, string> = {
  ja: "Asia/Tokyo",
  en: "UTC",
  "zh-CN": "Asia/Shanghai",
  "zh-TW": "Asia/Taipei",
  ko: "Asia/Seoul",
  dt: "Europe/Berlin",
  th: "Asia/Bangkok",
};

/** The day on which a moment lies in a time zone, as midnight in UTC. */
export function readLocalDay(moment: Date, time_zone: string): Date {
  const format = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: time_zone });
  return new Date(format.format(moment));
}

/**
 * How exact a formatted date is. `hour`: the day and its hour as a span, for times that are stored to
 * the hour. `nearest_hour`: the day and a rounded hour, for times that are exact but shown without
 * minutes. `age`: minutes and hours ago on the first day, for times that are exact. `minute`: the day and the time,
 * for messages. `time` and `day`: one of these alone.
 */
export type DateForm = "hour" | "nearest_hour" | "age" | "minute" | "time" | "day";

/** The locale and time zone of a reader; `time_zone` is an IANA name. */
export interface DateReader {
  locale: Locale;
  time_zone: string;
}

interface HourTexts extends Intl.DateTimeFormatOptions {
  hourCycle: "h12" | "h23";
  /** The text for a whole hour, from `{hour}` to `{nextHour}`; a word joiner keeps it on one line. */
  span: string;
  /** The text for a time near a full hour. */
  nearest: string;
}

// Intl has no form that says "in this hour": its hours look like full hours, in Thai like plain numbers.
const hourTexts: Record<Locale, HourTexts> = {
  ja: { hourCycle: "h23", span: "{day} {hour}時台", nearest: "{day} {hour}時ごろ" },
  en: {
    hourCycle: "h12",
    span: "{day}, {hour}{changingDayPeriod}–\u2060{nextHour} {nextDayPeriod}",
    nearest: "{day} around {hour} {dayPeriod}",
  },
  "zh-CN": { hourCycle: "h23", span: "{day} {hour} 点多", nearest: "{day} {hour} 点左右" },
  "zh-TW": {
    hourCycle: "h12",
    dayPeriod: "short",
    span: "{day}{dayPeriod} {hour} 點多",
    nearest: "{day}{dayPeriod} {hour} 點左右",
  },
  ko: {
    hourCycle: "h12",
    span: "{day} {dayPeriod} {hour}~{nextHour}시",
    nearest: "{day} {dayPeriod} {hour}시쯤",
  },
  dt: {
    hourCycle: "h23",
    span: "{day}, {hour}–\u2060{nextHour} Uhr",
    nearest: "{day}, gegen {hour} Uhr",
  },
  th: {
    hourCycle: "h23",
    span: "{day} ช่วง {hour}–\u2060{nextHour} น.",
    nearest: "{day} ราว {hour} น.",
  },
};

// Intl's "0 minutes ago" reads "this minute".
const justNowTexts: Record<Locale, string> = {
  ja: "たった今",
  en: "just now",
  "zh-CN": "刚刚",
  "zh-TW": "剛剛",
  ko: "방금",
  dt: "gerade eben",
  th: "เมื่อสักครู่",
};

/** The language tag for dates in Intl. The texts are in British English: "20 Nov 2025". */
export function getDateTag(locale: Locale): string {
  return locale === "en" ? "en-GB" : getLanguageTag(locale);
}

/** Returns a function that caches the values of `create` by key. Empties the cache at `max` entries. */
function memoize<K, T>(create: (key: K) => T, max = Number.POSITIVE_INFINITY): (key: K) => T {
  const created = new Map<K, T>();
  return (key) => {
    const existing = created.get(key);
    if (existing !== undefined) return existing;
    if (created.size >= max) created.clear();
    const value = create(key);
    created.set(key, value);
    return value;
  };
}

/** Maximum number of days that are cached for each time zone, and for each date formatter. */
const maxCachedDays = 2_000;

// One formatter for each time zone and a few for each language, instead of all their combinations:
// creating a formatter takes long, and each one takes kilobytes of memory.
const getClockFormat = memoize(
  (timeZone: string) =>
    new Intl.DateTimeFormat("en", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    }),
);

const getFormatters = memoize((locale: Locale) => {
  const tag = getDateTag(locale);
  const { span: _, nearest: __, ...hourOptions } = hourTexts[locale];
  const createFormat = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options });
  /** Formats days by their number since 1970. */
  const createDayFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = createFormat(options);
    return memoize((dayNumber: number) => format.format(dayNumber * day), maxCachedDays);
  };
  return {
    relative: new Intl.RelativeTimeFormat(tag, { numeric: "auto" }),
    weekday: createFormat({ weekday: "long" }),
    date: createDayFormat({ month: "short", day: "numeric" }),
    dateWithYear: createDayFormat({ year: "numeric", month: "short", day: "numeric" }),
    hour: createFormat({ hour: "numeric", ...hourOptions }),
    time: createFormat({ hour: "numeric", minute: "2-digit", ...hourOptions }),
  };
});

/**
 * Returns a function for a time zone. It takes the number of a UTC day since 1970 and returns the offset
 * of the time zone from UTC at the beginning of that day, in milliseconds.
 */
const getDayOffsets = memoize((time_zone: string) =>
  memoize((dayNumber: number) => {
    const start = dayNumber * day;
    return readExactClock(start, time_zone).getTime() - start;
  }, maxCachedDays),
);

/**
 * Returns a date whose UTC fields are what clocks in `time_zone` show at `moment`, to the minute. It
 * caches the offset of each day and asks `Intl`, which takes ten times as long, for single moments only
 * on days on which the clocks change.
 */
function readClock(moment: number, time_zone: string): Date {
  const getOffset = getDayOffsets(time_zone);
  const dayNumber = Math.floor(moment / day);
  const offset = getOffset(dayNumber);
  if (offset !== getOffset(dayNumber + 1)) return readExactClock(moment, time_zone);
  return new Date(Math.floor(moment / minute) * minute + offset);
}

function readExactClock(moment: number, time_zone: string): Date {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of getClockFormat(time_zone).formatToParts(moment))
    parts[type] = value;
  return new Date(
    Date.UTC(
      Number(parts.year),
      Number(parts.month) - 1,
      Number(parts.day),
      Number(parts.hour),
      Number(parts.minute),
    ),
  );
}

/** The day of a moment in a time zone, as `2026-11-20`. */
export function readCalendarDay(moment: Date, time_zone: string): string {
  return readClock(moment.getTime(), time_zone).toISOString().slice(0, 10);
}

function readHour(clock: Date, locale: Locale): { hour: number; dayPeriod: string } {
  const result = { hour: 0, dayPeriod: "" };
  for (const { type, value } of getFormatters(locale).hour.formatToParts(clock)) {
    if (type === "hour") result.hour = Number(value);
    if (type === "dayPeriod") result.dayPeriod = value;
  }
  return result;
}

function formatClockHour(
  form: "span" | "nearest",
  clock: Date,
  dayText: string,
  locale: Locale,
): string {
  const { hourCycle, [form]: text } = hourTexts[locale];
  const start = readHour(clock, locale);
  const end = readHour(new Date(clock.getTime() + hour), locale);
  const values: Record<string, string> = {
    day: dayText,
    hour: String(start.hour),
    dayPeriod: start.dayPeriod,
    // In `h23`, the last hour of a day ends at 24, not at 0.
    nextHour: String((start.hour % (hourCycle === "h12" ? 12 : 24)) + 1),
    nextDayPeriod: end.dayPeriod,
    changingDayPeriod: start.dayPeriod === end.dayPeriod ? "" : ` ${start.dayPeriod}`,
  };
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

function formatAge(age: number, locale: Locale): string {
  const { relative } = getFormatters(locale);
  if (age < minute) return justNowTexts[locale];
  return age < hour
    ? relative.format(-Math.floor(age / minute), "minute")
    : relative.format(-Math.floor(age / hour), "hour");
}

/**
 * Returns the clock time whose day and hour are shown for a moment. To round to the nearest hour, half
 * an hour is added. It rounds for the form `nearest_hour`, and for the form `hour` in time zones that
 * differ from UTC by part of an hour: there a stored hour doesn't start at a full hour.
 */
function readShownClock(
  form: DateForm,
  moment: number,
  time_zone: string,
): { clock: Date; isRounded: boolean } {
  const clock = readClock(form === "hour" ? moment - (moment % hour) : moment, time_zone);
  const isRounded = form === "nearest_hour" || (form === "hour" && clock.getUTCMinutes() !== 0);
  return { clock: isRounded ? new Date(clock.getTime() + hour / 2) : clock, isRounded };
}

/** The day below which a time that is stored to the hour is shown, such as "2026-11-30". */
export function readShownDay(moment: Date, time_zone: string): string {
  return readShownClock("hour", moment.getTime(), time_zone).clock.toISOString().slice(0, 10);
}

/** A day by its distance from today, and whether it is less than a week away. */
interface ShownDay {
  text: string;
  isWithinWeek: boolean;
}

/** Formats the day of a clock: today, yesterday or tomorrow, a weekday within a week, and otherwise a date. */
function formatClockDay(clock: Date, clockNow: Date, locale: Locale): ShownDay {
  const { relative, weekday, date, dateWithYear } = getFormatters(locale);
  const dayNumber = Math.floor(clock.getTime() / day);
  const days = dayNumber - Math.floor(clockNow.getTime() / day);
  if (Math.abs(days) >= 7) {
    const isThisYear = clock.getUTCFullYear() === clockNow.getUTCFullYear();
    return { text: (isThisYear ? date : dateWithYear)(dayNumber), isWithinWeek: false };
  }
  const text = Math.abs(days) <= 1 ? relative.format(days, "day") : weekday.format(clock);
  return { text, isWithinWeek: true };
}

/**
 * Formats a moment by its distance from now: as today, yesterday or tomorrow, as a weekday within a week,
 * and otherwise as a date, whose year is omitted if it is the current one. Hours are shown within a week
 * only, minutes always.
 */
export function formatDate(
  form: DateForm,
  moment: Date,
  { locale, time_zone }: DateReader,
  now = Date.now(),
): string {
  const age = Math.max(0, now - moment.getTime());
  if (form === "age" && age < day) return formatAge(age, locale);
  const { time } = getFormatters(locale);
  const { clock, isRounded } = readShownClock(form, moment.getTime(), time_zone);
  if (form === "time") return time.format(clock);
  const { text, isWithinWeek } = formatClockDay(clock, readClock(now, time_zone), locale);
  if (form === "minute") return `${text} ${time.format(clock)}`;
  if (!isWithinWeek || (form !== "hour" && form !== "nearest_hour")) return text;
  return formatClockHour(isRounded ? "nearest" : "span", clock, text, locale);
}

/**
 * Formats the day and the hour of a time that is stored to the hour, for lists with a heading for each day. The hour is
 * null where `formatDate` shows none.
 */
export function formatDayAndHour(
  moment: Date,
  { locale, time_zone }: DateReader,
  now = Date.now(),
): { day: string; hour: string | null } {
  const { clock, isRounded } = readShownClock("hour", moment.getTime(), time_zone);
  const { text, isWithinWeek } = formatClockDay(clock, readClock(now, time_zone), locale);
  if (!isWithinWeek) return { day: text, hour: null };
  const hour = formatClockHour(isRounded ? "nearest" : "span", clock, "", locale);
  // Without the day, its separator is left.
  return { day: text, hour: hour.replace(/^[, ]+/, "") };
}

/** Maximum length of the name of a time zone. */
export const timeZoneLength = 64;

/** The canonical name of a time zone; undefined for an unknown name and for offsets such as "+09:00". */
export function readTimeZone(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return /^[A-Z]/.test(timeZone) ? timeZone : undefined;
  } catch {
    // An unknown name throws a RangeError.
    return undefined;
  }
}
