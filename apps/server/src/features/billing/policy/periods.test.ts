import { expect, test } from "vitest";
import { addDays, addMonths, findPeriod, findTokyoDay } from "./periods.ts";

const firstDay = "2026-01-01";
/** The calendar repeats its leap days every four years, except for 2100, which the hundred years contain. */
const startDays = 366 + 3 * 365;
const months = 1200;

test("PAY-20 31 January is followed by the last day of February, and then by 31 March", () => {
  const days = (start: string, count: number) =>
    Array.from({ length: count }, (_, index) => findPeriod(start, index + 1).expired_in);
  expect(days("2026-01-31", 4)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]);
  expect(days("2028-01-31", 3)).toEqual(["2028-01-31", "2028-02-29", "2028-03-31"]);
  expect(findPeriod("2028-02-29", 13)).toEqual({ expired_in: "2029-02-28", ends_on: "2029-03-29" });
  expect(addMonths("2099-12-31", 2)).toBe("2100-02-28");
});

test("PAY-20 for every first day of four years, the months of a hundred years have no gap and no overlap", () => {
  const faults: string[] = [];
  for (let offset = 0; offset < startDays; offset++) {
    const starts_on = addDays(firstDay, offset);
    let expected = starts_on;
    for (let n = 1; n <= months; n++) {
      const { expired_in, ends_on } = findPeriod(starts_on, n);
      const length = (Date.parse(ends_on) - Date.parse(expired_in)) / 86_400_000;
      if (expired_in !== expected || length < 28 || length > 31) faults.push(`${starts_on} ${n}`);
      expected = ends_on;
    }
    if (expected !== addMonths(starts_on, months)) faults.push(`${starts_on} end`);
  }
  expect(faults).toEqual([]);
}, 60_000);

test("PAY-20 the day changes at midnight in Tokyo", () => {
  expect(findTokyoDay(new Date("2026-01-30T14:59:59.999Z"))).toBe("2026-01-30");
  expect(findTokyoDay(new Date("2026-01-30T15:00:00Z"))).toBe("2026-01-31");
});
