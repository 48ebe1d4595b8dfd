import type { Locale } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { formatDay, formatMonthAndDay } from "./format.ts";

test.each<[Locale, string]>([
  ["ja", "01月05日"],
  ["zh-CN", "01月05日"],
  ["zh-TW", "01月05日"],
  ["ko", "01월 05일"],
  ["en", "January 5"],
  ["dt", "5. Januar"],
  ["th", "5 มกราคม"],
])("PAY-13 month and day in %s", (locale, text) => {
  expect(formatMonthAndDay(locale, "2027-01-05")).toBe(text);
});

test("PAY-24 a date of the calendar is the same in every time zone", () => {
  expect(formatDay("ja", "2026-12-31")).toBe("2026年12月31日");
  expect(formatDay("en", "2026-12-31")).toBe("December 31, 2026");
  expect(formatDay("th", "2026-12-31")).toContain("2026");
});
