import { expect, test } from "vitest";
import {
  type DateForm,
  formatDate,
  formatDayAndHour,
  readCalendarDay,
  readShownDay,
  readTimeZone,
} from "./dates.ts";
import { type Locale, locales } from "./locales.ts";

// A Friday; 21:34 in Tokyo.
const now = Date.parse("2026-11-20T12:34:56.789Z");

const format = (form: DateForm, moment: string, locale: Locale, time_zone = "Asia/Tokyo") =>
  formatDate(form, new Date(moment), { locale, time_zone }, now);

/** The formatted date without the invisible word joiners. */
const show = (...options: Parameters<typeof format>) => format(...options).replaceAll("\u2060", "");

// The texts of the six moments in the next test, in their order.
const hours: Record<Locale, readonly string[]> = {
  ja: ["今日 4時台", "昨日 16時台", "水曜日 0時台", "明日 12時台", "11月13日", "2025年11月20日"],
  en: [
    "today, 4–5 am",
    "yesterday, 4–5 pm",
    "Wednesday, 12–1 am",
    "tomorrow, 12–1 pm",
    "13 Nov",
    "20 Nov 2025",
  ],
  "zh-CN": [
    "今天 4 点多",
    "昨天 16 点多",
    "星期三 0 点多",
    "明天 12 点多",
    "11月13日",
    "2025年11月20日",
  ],
  "zh-TW": [
    "今天凌晨 4 點多",
    "昨天下午 4 點多",
    "星期三凌晨 12 點多",
    "明天中午 12 點多",
    "11月13日",
    "2025年11月20日",
  ],
  ko: [
    "오늘 오전 4~5시",
    "어제 오후 4~5시",
    "수요일 오전 12~1시",
    "내일 오후 12~1시",
    "11월 13일",
    "2025년 11월 20일",
  ],
  dt: [
    "heute, 4–5 Uhr",
    "gestern, 16–17 Uhr",
    "Mittwoch, 0–1 Uhr",
    "morgen, 12–13 Uhr",
    "13. Nov.",
    "20. Nov. 2025",
  ],
  th: [
    "วันนี้ ช่วง 4–5 น.",
    "เมื่อวาน ช่วง 16–17 น.",
    "วันพุธ ช่วง 0–1 น.",
    "พรุ่งนี้ ช่วง 12–13 น.",
    "13 พ.ย.",
    "20 พ.ย. 2568",
  ],
};

test.each(locales)("API-06 PRIV-02 hours are formatted as relative dates in %s", (locale) => {
  const moments = [
    "2026-11-19T19:00:00Z",
    "2026-11-19T07:00:00Z",
    "2026-11-17T15:00:00Z",
    "2026-11-21T03:00:00Z",
    "2026-11-13T07:00:00Z",
    "2025-11-20T07:00:00Z",
  ];
  expect(moments.map((moment) => show("hour", moment, locale))).toEqual(hours[locale]);
});

test.each(locales)("NOTE-01 PRIV-02 a day and its hour are formatted apart in %s", (locale) => {
  const split = (moment: string) => {
    const { day, hour } = formatDayAndHour(
      new Date(moment),
      { locale, time_zone: "Asia/Tokyo" },
      now,
    );
    return { day, hour: hour?.replaceAll("\u2060", "") };
  };
  const [today, , , , lastWeek] = hours[locale];
  const shown = split("2026-11-19T19:00:00Z");
  expect(shown.hour).toMatch(/^(?![, ]).*4/);
  // Together they are what `formatDate` shows.
  expect(today?.startsWith(shown.day)).toBe(true);
  expect(today?.endsWith(shown.hour ?? "-")).toBe(true);
  expect(split("2026-11-13T07:00:00Z")).toEqual({ day: lastWeek, hour: undefined });
});

test("SET-17 where an hour begins at half past, its rounded hour and its day belong together", () => {
  const reader = { locale: "en", time_zone: "Asia/Kolkata" } as const;
  const moment = new Date("2026-11-19T18:00:00Z");
  expect(formatDayAndHour(moment, reader, now)).toEqual({ day: "today", hour: "around 12 am" });
});

// The texts of the six moments in the next test, in their order.
const ages: Record<Locale, readonly string[]> = {
  ja: ["たった今", "5 分前", "3 時間前", "昨日", "水曜日", "11月13日"],
  en: ["just now", "5 minutes ago", "3 hours ago", "yesterday", "Wednesday", "13 Nov"],
  "zh-CN": ["刚刚", "5分钟前", "3小时前", "昨天", "星期三", "11月13日"],
  "zh-TW": ["剛剛", "5 分鐘前", "3 小時前", "昨天", "星期三", "11月13日"],
  ko: ["방금", "5분 전", "3시간 전", "어제", "수요일", "11월 13일"],
  dt: ["gerade eben", "vor 5 Minuten", "vor 3 Stunden", "gestern", "Mittwoch", "13. Nov."],
  th: ["เมื่อสักครู่", "5 นาทีที่ผ่านมา", "3 ชั่วโมงที่ผ่านมา", "เมื่อวาน", "วันพุธ", "13 พ.ย."],
};

test.each(locales)("API-06 exact moments are formatted as relative dates in %s", (locale) => {
  const moments = [
    "2026-11-20T12:34:50Z",
    "2026-11-20T12:29:50Z",
    "2026-11-20T09:30:00Z",
    "2026-11-19T12:00:00Z",
    "2026-11-18T07:00:00Z",
    "2026-11-13T07:00:00Z",
  ];
  expect(moments.map((moment) => show("age", moment, locale))).toEqual(ages[locale]);
  // The clocks of server and browser differ: a moment slightly in the future is shown as now.
  expect(show("age", "2026-11-20T12:35:30Z", locale)).toBe(ages[locale][0]);
});

test("API-06 days are formatted as relative dates, without an hour", () => {
  expect(show("day", "2026-11-19T19:00:00Z", "en")).toBe("today");
  expect(show("day", "2026-11-19T07:00:00Z", "dt")).toBe("gestern");
  expect(show("day", "2026-11-14T07:00:00Z", "ja")).toBe("土曜日");
  expect(show("day", "2026-11-12T07:00:00Z", "ko")).toBe("11월 12일");
});

test("PRIV-02 all moments of an hour are formatted alike", () => {
  for (const locale of locales) {
    const shown = ["07:00:00", "07:01:00", "07:59:59"].map((time) =>
      show("hour", `2026-11-20T${time}Z`, locale),
    );
    expect(new Set(shown).size).toBe(1);
    expect(shown[0]).not.toMatch(/[:.]00/);
  }
});

test("API-06 an hour before noon or midnight ends at 12 or 24, never at 0", () => {
  const beforeNoon = {
    ja: "11時台",
    en: "11 am–12 pm",
    "zh-CN": "11 点多",
    "zh-TW": "上午 11 點多",
  };
  const beforeMidnight = { ko: "오후 11~12시", en: "11 pm–12 am", dt: "23–24 Uhr", th: "23–24 น." };
  for (const [locale, text] of Object.entries(beforeNoon)) {
    expect(show("hour", "2026-11-20T02:00:00Z", locale as Locale)).toContain(text);
  }
  for (const [locale, text] of Object.entries(beforeMidnight)) {
    expect(show("hour", "2026-11-19T14:00:00Z", locale as Locale)).toContain(text);
  }
});

test("API-06 a line can't break within the span of an hour", () => {
  for (const locale of locales) {
    expect(format("hour", "2026-11-20T07:00:00Z", locale)).not.toMatch(/–\d/);
  }
});

const nearestHours: Record<Locale, string> = {
  ja: "明日 0時ごろ",
  en: "tomorrow around 12 am",
  "zh-CN": "明天 0 点左右",
  "zh-TW": "明天凌晨 12 點左右",
  ko: "내일 오전 12시쯤",
  dt: "morgen, gegen 0 Uhr",
  th: "พรุ่งนี้ ราว 0 น.",
};

test.each(locales)("API-06 exact moments are rounded to the nearest hour in %s", (locale) => {
  // 23:31, 0:00 and 0:29 in Tokyo.
  for (const moment of ["2026-11-20T14:31:00Z", "2026-11-20T15:00:00Z", "2026-11-20T15:29:00Z"]) {
    expect(show("nearest_hour", moment, locale)).toBe(nearestHours[locale]);
  }
});

test("SET-17 a stored hour that doesn't start on the full hour in the time zone is rounded to the nearest hour", () => {
  // The stored hour lasts from 9:30 to 10:30 in Kolkata, and from 9:45 to 10:45 in Kathmandu.
  const moment = "2026-11-20T04:00:00Z";
  expect(show("hour", moment, "en", "Asia/Kolkata")).toBe("today around 10 am");
  expect(show("hour", moment, "dt", "Asia/Kathmandu")).toBe("heute, gegen 10 Uhr");
  expect(show("hour", moment, "en", "Asia/Tokyo")).toBe("today, 1–2 pm");
});

test("SET-17 the time zone decides the day, the hour and the year", () => {
  const moment = "2026-11-19T23:00:00Z";
  expect(show("hour", moment, "en", "Asia/Tokyo")).toBe("today, 8–9 am");
  expect(show("hour", moment, "en", "Pacific/Honolulu")).toBe("yesterday, 1–2 pm");
  const formatNewYear = (time_zone: string) =>
    formatDate(
      "hour",
      new Date("2025-12-31T20:00:00Z"),
      { locale: "en", time_zone },
      Date.parse("2026-02-01T00:00:00Z"),
    );
  expect(formatNewYear("Asia/Tokyo")).toBe("1 Jan");
  expect(formatNewYear("Europe/Berlin")).toBe("31 Dec 2025");
});

test("SET-17 the day on which daylight saving time ends is yesterday, although it has 25 hours", () => {
  // In Berlin, 25 October 2026 has 25 hours: its first hour began 25.5 hours before 0:30 on 26 October.
  const reader = { locale: "en", time_zone: "Europe/Berlin" } as const;
  const shown = formatDate(
    "hour",
    new Date("2026-10-24T22:00:00Z"),
    reader,
    Date.parse("2026-10-25T23:30:00Z"),
  );
  expect(shown).toBe("yesterday, 12–\u20601 am");
});

test("SET-17 the time zone decides the calendar day", () => {
  const moment = new Date("2026-11-20T20:00:00Z");
  expect(readCalendarDay(moment, "Asia/Tokyo")).toBe("2026-11-21");
  expect(readCalendarDay(moment, "UTC")).toBe("2026-11-20");
});

test("NOTE-02 in a zone that differs by half an hour, an hour lies on the day below which it is shown", () => {
  const moment = new Date("2026-11-29T18:00:00Z");
  const reader = { locale: "en", time_zone: "Asia/Kolkata" } as const;
  expect(readShownDay(moment, reader.time_zone)).toBe("2026-11-30");
  const now = Date.parse("2026-11-30T10:00:00Z");
  expect(formatDayAndHour(moment, reader, now).day).toBe("today");
});

test("SET-17 names of time zones are made canonical, and anything else is refused", () => {
  expect(readTimeZone("asia/tokyo")).toBe("Asia/Tokyo");
  for (const name of ["Mars/Olympus", "", "+09:00", "Asia/Tokyo; drop", "constructor"]) {
    expect(readTimeZone(name)).toBeUndefined();
  }
});

test("the day and the hour are the same as Intl's, also on days on which the clocks change", () => {
  const zones = ["UTC", "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Pacific/Apia"];
  const days = ["2011-12-29", "2025-12-31", "2026-03-07", "2026-03-28", "2026-10-24", "2026-10-31"];
  for (const time_zone of zones) {
    const intl = new Intl.DateTimeFormat("sv", {
      timeZone: time_zone,
      dateStyle: "short",
      timeStyle: "short",
    });
    for (const date of days) {
      for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 30) {
        const moment = Date.parse(`${date}T00:00:30Z`) + minutes * 60_000;
        const [day, time = ""] = intl.format(moment).split(" ");
        expect(readCalendarDay(new Date(moment), time_zone)).toBe(day);
        const shown = formatDate("hour", new Date(moment), { locale: "ja", time_zone }, moment);
        expect(shown).toBe(`今日 ${Number(time.split(":")[0])}時台`);
      }
    }
  }
});
