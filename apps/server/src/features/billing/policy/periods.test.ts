import { expect, test } from "vitest";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { addDays, addMonths, findChargeDay, findPeriod, findTokyoDay } from "./periods.ts";

test("PAY-20 months follow the calendar, reckoned from the first day", () => {
  const days = (first: string) => [1, 2, 3].map((n) => findPeriod(first, n).expired_in);
  expect(days("2026-01-31")).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
  expect(days("2028-01-31")).toEqual(["2028-01-31", "2028-02-29", "2028-03-31"]);
  expect(findPeriod("2028-02-29", 13).expired_in).toBe("2029-02-28");
  expect(findPeriod("2028-02-29", 49).expired_in).toBe("2032-02-29");
});

test("PAY-24 the offer names the day on which the carrier bills next", () => {
  const days = (first: string) =>
    (["credit_card", "carrier_au", "carrier_docomo", "carrier_softbank"] as const).map((type) =>
      findChargeDay(addMonths(first, 1), type),
    );
  expect(days("2026-11-12")).toEqual(["2026-12-12", "2026-12-12", "2026-12-15", "2026-12-15"]);
  expect(days("2026-01-28")).toEqual(["2026-02-28", "2026-02-28", "2026-02-28", "2026-02-28"]);
  expect(days("2026-03-26")).toEqual(["2026-04-26", "2026-04-26", "2026-04-30", "2026-04-30"]);
  expect(days("2026-11-28")).toEqual(["2026-12-28", "2026-12-28", "2026-12-31", "2026-12-31"]);
});

test("PAY-20 a day begins at midnight in Japan", () => {
  expect(findTokyoDay(new Date("2026-12-31T14:59:59.999Z"))).toBe("2026-12-31");
  expect(findTokyoDay(new Date("2026-12-31T15:00:00Z"))).toBe("2027-01-01");
});

// PROPERTY_RUNS=1200 follows every first day for a century, in some minutes.
test("PAY-20 in 100 years, from every first day, months neither overlap nor leave a gap, and none is short", () => {
  const usual = countPropertyRuns(12);
  const faults: string[] = [];
  for (let first = "2000-01-01"; first < "2100-01-01"; first = addDays(first, 1)) {
    // Twelve months from each day, and each month of a century from the days at the ends of months.
    const count = Number(first.slice(8)) >= 28 && first < "2004-04-01" ? 1_200 : usual;
    let earlier = findPeriod(first, 1);
    if (earlier.expired_in !== first) faults.push(first);
    for (let n = 2; n <= count; n++) {
      const period = findPeriod(first, n);
      const isShort = period.ends_on < addDays(period.expired_in, 28);
      const isLong = period.ends_on > addDays(period.expired_in, 31);
      const month = addMonths(`${earlier.expired_in.slice(0, 7)}-01`, 1).slice(0, 7);
      const isOfNextMonth = period.expired_in.startsWith(month);
      if (period.expired_in !== earlier.ends_on || isShort || isLong || !isOfNextMonth) {
        faults.push(`${first} ${n}`);
      }
      earlier = period;
    }
  }
  expect(faults).toEqual([]);
}, 540_000);
