import { locales } from "@toibako/contract/locales.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDate, formatHour, hourOf, relativeHour, relativeTime } from "./dates.ts";

const now = Date.parse("2026-11-20T12:34:56.789Z");
const ago = (seconds: number) => new Date(now - seconds * 1000);

test("PRIV-02 of a moment only the hour is kept", () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0) }), (moment) => {
      const hour = hourOf(moment);
      expect(hour.toISOString()).toMatch(/:00:00\.000Z$/);
      const lost = moment.getTime() - hour.getTime();
      expect(lost).toBeGreaterThanOrEqual(0);
      expect(lost).toBeLessThan(3_600_000);
    }),
  );
});

test.each([
  [5, "just now"],
  [-30, "just now"],
  [60, "1 minute ago"],
  [3_599, "59 minutes ago"],
  [3_600, "1 hour ago"],
  [86_400, "yesterday"],
  [7 * 86_400, "last week"],
  [30 * 86_400, "last month"],
  [365 * 86_400, "last year"],
  [800 * 86_400, "2 years ago"],
])("API-06 what was %i seconds ago was %s", (seconds, words) => {
  expect(relativeTime(ago(seconds), "en", now)).toBe(words);
});

test.each(locales)("API-06 how long ago is told in %s", (locale) => {
  const told = relativeTime(ago(7_200), locale, now);
  expect(told).toContain("2");
  if (locale !== "en") expect(told).not.toBe(relativeTime(ago(7_200), "en", now));
});

test("PRIV-02 of a question from this hour nothing finer than the hour is told", () => {
  const told = [0, 60, 1_500, 3_599].map((s) => relativeHour(ago(s), "en", now));
  expect(new Set(told)).toEqual(new Set(["within the hour"]));
  expect(relativeHour(ago(3_600), "en", now)).toBe("1 hour ago");
});

test("API-06 a date is told in the reader's language and time zone", () => {
  const moment = new Date("2026-11-20T20:00:00Z");
  expect(formatHour(moment, "ja", "Asia/Tokyo")).toBe("2026年11月21日 5時");
  expect(formatHour(moment, "en", "America/New_York")).toBe("Nov 20, 2026, 3 PM");
  expect(formatDate(moment, "dt", "Europe/Berlin")).toBe("20.11.2026");
  expect(formatDate(moment, "th", "Asia/Tokyo")).toContain("พ.ย.");
});
