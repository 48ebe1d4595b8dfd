import { locales } from "@toibako/contract/locales.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  floorToHour,
  formatDate,
  formatHour,
  formatNearHour,
  formatRelativeHour,
  formatRelativeTime,
} from "./dates.ts";

const now = Date.parse("2026-11-20T12:34:56.789Z");
const subtractSeconds = (seconds: number) => new Date(now - seconds * 1000);

test("PRIV-02 floorToHour rounds down to the hour", () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0) }), (moment) => {
      const hour = floorToHour(moment);
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
])("API-06 a moment %i seconds ago is formatted as %s", (seconds, words) => {
  expect(formatRelativeTime(subtractSeconds(seconds), "en", now)).toBe(words);
});

test.each(locales)("API-06 ages are formatted in %s", (locale) => {
  const formatted = formatRelativeTime(subtractSeconds(7_200), locale, now);
  expect(formatted).toContain("2");
  if (locale !== "en")
    expect(formatted).not.toBe(formatRelativeTime(subtractSeconds(7_200), "en", now));
});

test("PRIV-02 the age of a question from this hour is not more exact than the hour", () => {
  const formatted = [0, 60, 1_500, 3_599].map((s) =>
    formatRelativeHour(subtractSeconds(s), "en", now),
  );
  expect(new Set(formatted)).toEqual(new Set(["within the hour"]));
  expect(formatRelativeHour(subtractSeconds(3_600), "en", now)).toBe("1 hour ago");
});

test("API-06 dates are formatted in the reader's language and time zone", () => {
  const moment = new Date("2026-11-20T20:00:00Z");
  expect(formatHour(moment, "ja", "Asia/Tokyo")).toBe("2026年11月21日 5時");
  expect(formatHour(moment, "en", "America/New_York")).toBe("Nov 20, 2026, 3 PM");
  expect(formatDate(moment, "dt", "Europe/Berlin")).toBe("20.11.2026");
  expect(formatDate(moment, "th", "Asia/Tokyo")).toContain("พ.ย.");
});

test("SAFE-07 a near moment shows its year only if the year differs from the current one in the reader's time zone", () => {
  const show = (moment: string, time_zone: string) =>
    formatNearHour(new Date(moment), "en", time_zone, new Date("2026-12-31T10:00:00Z"));
  expect(show("2026-12-31T20:00:00Z", "Europe/Berlin")).toBe("Dec 31, 9 PM");
  expect(show("2026-12-31T20:00:00Z", "Asia/Tokyo")).toBe("Jan 1, 2027, 5 AM");
});
