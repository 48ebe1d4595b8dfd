import { getLanguageTag, type Locale } from "./locales.ts";

const hour = 3_600_000;
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

/**
 * How exact a formatted date is. `hour`: the day and its hour, for times that are stored to the hour.
 * `age`: minutes and hours ago on the first day, for times that are exact. `day`: the day alone.
 */
export type DateForm = "hour" | "age" | "day";

/** For whom a date is formatted; `time_zone` is an IANA name. */
export interface DateReader {
  locale: Locale;
  time_zone: string;
}

// Intl has no form that says "in this hour": its hours look like full hours, in Thai like plain numbers.
const hourTexts: Record<Locale, { text: string } & Intl.DateTimeFormatOptions> = {
  ja: { text: "{day} {hour}時台", hourCycle: "h23" },
  en: { text: "{day} around {hour} {dayPeriod}", hourCycle: "h12" },
  "zh-CN": { text: "{day} {hour} 点左右", hourCycle: "h23" },
  "zh-TW": { text: "{day}{dayPeriod} {hour} 點左右", hourCycle: "h12", dayPeriod: "short" },
  ko: { text: "{day} {dayPeriod} {hour}시쯤", hourCycle: "h12" },
  dt: { text: "{day}, gegen {hour} Uhr", hourCycle: "h23" },
  th: { text: "{day} ราว {hour} น.", hourCycle: "h23" },
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

function memoize<K extends string, T>(create: (key: K) => T): (key: K) => T {
  const created = new Map<K, T>();
  return (key) => {
    const value = created.get(key) ?? create(key);
    created.set(key, value);
    return value;
  };
}

// One formatter for each time zone and few for each language, instead of all their combinations:
// a formatter takes long to create and kilobytes to keep.
const clockOf = memoize(
  (timeZone: string) =>
    new Intl.DateTimeFormat("en", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
    }),
);

const formattersOf = memoize((locale: Locale) => {
  const tag = getLanguageTag(locale);
  const { text: _, ...hourOptions } = hourTexts[locale];
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options });
  return {
    relative: new Intl.RelativeTimeFormat(tag, { numeric: "auto" }),
    weekday: create({ weekday: "long" }),
    date: create({ month: "short", day: "numeric" }),
    dateWithYear: create({ year: "numeric", month: "short", day: "numeric" }),
    hour: create({ hour: "numeric", ...hourOptions }),
  };
});

/** The moment in UTC at which clocks show what they show in `time_zone`, to the hour. */
function readClock(moment: number, time_zone: string): Date {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clockOf(time_zone).formatToParts(moment)) parts[type] = value;
  return new Date(
    Date.UTC(Number(parts.year), Number(parts.month) - 1, Number(parts.day), Number(parts.hour)),
  );
}

/** The day of a moment in a time zone, as `2026-11-20`. */
export function readCalendarDay(moment: Date, time_zone: string): string {
  return readClock(moment.getTime(), time_zone).toISOString().slice(0, 10);
}

function formatClockHour(clock: Date, dayText: string, locale: Locale): string {
  const values: Record<string, string> = { day: dayText };
  for (const { type, value } of formattersOf(locale).hour.formatToParts(clock)) {
    // German and others write hours before ten with a zero.
    values[type] = type === "hour" ? String(Number(value)) : value;
  }
  return hourTexts[locale].text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

/**
 * Formats a moment by its distance: today, yesterday or tomorrow, a weekday within the week, then the
 * date, with its year only if that isn't the current one. Hours are shown within the week only.
 */
export function formatDate(
  form: DateForm,
  moment: Date,
  { locale, time_zone }: DateReader,
  now = Date.now(),
): string {
  const { relative, weekday, date, dateWithYear } = formattersOf(locale);
  const age = Math.max(0, now - moment.getTime());
  if (form === "age" && age < day) {
    if (age < hour / 60) return justNowTexts[locale];
    return age < hour
      ? relative.format(-Math.floor(age / (hour / 60)), "minute")
      : relative.format(-Math.floor(age / hour), "hour");
  }
  const clock = readClock(moment.getTime(), time_zone);
  const clockNow = readClock(now, time_zone);
  const days = Math.floor(clock.getTime() / day) - Math.floor(clockNow.getTime() / day);
  if (Math.abs(days) >= 7) {
    const isThisYear = clock.getUTCFullYear() === clockNow.getUTCFullYear();
    return (isThisYear ? date : dateWithYear).format(clock);
  }
  const dayText = Math.abs(days) <= 1 ? relative.format(days, "day") : weekday.format(clock);
  return form === "hour" ? formatClockHour(clock, dayText, locale) : dayText;
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
