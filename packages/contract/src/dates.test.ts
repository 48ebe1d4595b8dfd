import { expect, test } from "vitest";
import { type DateForm, formatDate, readCalendarDay, readTimeZone } from "./dates.ts";
import { type Locale, locales } from "./locales.ts";

// A Friday; 21:34 in Tokyo.
const now = Date.parse("2026-11-20T12:34:56.789Z");

const show = (form: DateForm, moment: string, locale: Locale, time_zone = "Asia/Tokyo") =>
  formatDate(form, new Date(moment), { locale, time_zone }, now);

const hours: Record<Locale, readonly string[]> = {
  ja: ["今日 4時台", "昨日 16時台", "水曜日 0時台", "明日 12時台", "11月13日", "2025年11月20日"],
  en: [
    "today around 4 AM",
    "yesterday around 4 PM",
    "Wednesday around 12 AM",
    "tomorrow around 12 PM",
    "Nov 13",
    "Nov 20, 2025",
  ],
  "zh-CN": [
    "今天 4 点左右",
    "昨天 16 点左右",
    "星期三 0 点左右",
    "明天 12 点左右",
    "11月13日",
    "2025年11月20日",
  ],
  "zh-TW": [
    "今天凌晨 4 點左右",
    "昨天下午 4 點左右",
    "星期三凌晨 12 點左右",
    "明天中午 12 點左右",
    "11月13日",
    "2025年11月20日",
  ],
  ko: [
    "오늘 오전 4시쯤",
    "어제 오후 4시쯤",
    "수요일 오전 12시쯤",
    "내일 오후 12시쯤",
    "11월 13일",
    "2025년 11월 20일",
  ],
  dt: [
    "heute, gegen 4 Uhr",
    "gestern, gegen 16 Uhr",
    "Mittwoch, gegen 0 Uhr",
    "morgen, gegen 12 Uhr",
    "13. Nov.",
    "20. Nov. 2025",
  ],
  th: [
    "วันนี้ ราว 4 น.",
    "เมื่อวาน ราว 16 น.",
    "วันพุธ ราว 0 น.",
    "พรุ่งนี้ ราว 12 น.",
    "13 พ.ย.",
    "20 พ.ย. 2568",
  ],
};

test.each(locales)("API-06 PRIV-02 hours are formatted by distance in %s", (locale) => {
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

const ages: Record<Locale, readonly string[]> = {
  ja: ["たった今", "5 分前", "3 時間前", "昨日", "水曜日", "11月13日"],
  en: ["just now", "5 minutes ago", "3 hours ago", "yesterday", "Wednesday", "Nov 13"],
  "zh-CN": ["刚刚", "5分钟前", "3小时前", "昨天", "星期三", "11月13日"],
  "zh-TW": ["剛剛", "5 分鐘前", "3 小時前", "昨天", "星期三", "11月13日"],
  ko: ["방금", "5분 전", "3시간 전", "어제", "수요일", "11월 13일"],
  dt: ["gerade eben", "vor 5 Minuten", "vor 3 Stunden", "gestern", "Mittwoch", "13. Nov."],
  th: ["เมื่อสักครู่", "5 นาทีที่ผ่านมา", "3 ชั่วโมงที่ผ่านมา", "เมื่อวาน", "วันพุธ", "13 พ.ย."],
};

test.each(locales)("API-06 exact moments are formatted by distance in %s", (locale) => {
  const moments = [
    "2026-11-20T12:34:50Z",
    "2026-11-20T12:29:50Z",
    "2026-11-20T09:30:00Z",
    "2026-11-19T12:00:00Z",
    "2026-11-18T07:00:00Z",
    "2026-11-13T07:00:00Z",
  ];
  expect(moments.map((moment) => show("age", moment, locale))).toEqual(ages[locale]);
  // Clocks differ: a moment of the near future isn't shown as one.
  expect(show("age", "2026-11-20T12:35:30Z", locale)).toBe(ages[locale][0]);
});

test("API-06 days are formatted by distance, without an hour", () => {
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

test("SET-17 the time zone decides the day, the hour and the year", () => {
  const moment = "2026-11-19T23:00:00Z";
  expect(show("hour", moment, "en", "Asia/Tokyo")).toBe("today around 8 AM");
  expect(show("hour", moment, "en", "Pacific/Honolulu")).toBe("yesterday around 1 PM");
  const formatNewYear = (time_zone: string) =>
    formatDate(
      "hour",
      new Date("2025-12-31T20:00:00Z"),
      { locale: "en", time_zone },
      Date.parse("2026-02-01T00:00:00Z"),
    );
  expect(formatNewYear("Asia/Tokyo")).toBe("Jan 1");
  expect(formatNewYear("Europe/Berlin")).toBe("Dec 31, 2025");
});

test("SET-17 the day before the change of clocks is yesterday", () => {
  const reader = { locale: "en", time_zone: "Europe/Berlin" } as const;
  const shown = formatDate(
    "hour",
    new Date("2026-10-24T22:00:00Z"),
    reader,
    Date.parse("2026-10-25T23:30:00Z"),
  );
  expect(shown).toBe("yesterday around 12 AM");
});

test("SET-17 the time zone decides the calendar day", () => {
  const moment = new Date("2026-11-20T20:00:00Z");
  expect(readCalendarDay(moment, "Asia/Tokyo")).toBe("2026-11-21");
  expect(readCalendarDay(moment, "UTC")).toBe("2026-11-20");
});

test("SET-17 names of time zones are made canonical, and anything else is refused", () => {
  expect(readTimeZone("asia/tokyo")).toBe("Asia/Tokyo");
  for (const name of ["Mars/Olympus", "", "+09:00", "Asia/Tokyo; drop", "constructor"]) {
    expect(readTimeZone(name)).toBeUndefined();
  }
});
