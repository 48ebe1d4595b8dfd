import { expect, test } from "vitest";
import { computeAge, findToday, isAdult, isPossibleBirthday } from "./birthdays.ts";

const today = { year: 2026, month: 11, day: 23 };

test("SET-09 the age is the number of days divided by 365, rounded down", () => {
  expect(computeAge(today, today)).toBe(0);
  expect(computeAge({ year: 2025, month: 11, day: 23 }, today)).toBe(1);
  // Because of leap days, the age of 18 is reached four days before the birthday.
  expect(computeAge({ year: 2008, month: 11, day: 27 }, today)).toBe(18);
  expect(computeAge({ year: 2008, month: 11, day: 28 }, today)).toBe(17);
});

test("SET-10 a person is an adult from the 18th birthday by the calendar", () => {
  expect(isAdult({ year: 2008, month: 11, day: 23 }, today)).toBe(true);
  expect(isAdult({ year: 2008, month: 11, day: 24 }, today)).toBe(false);
  expect(isAdult({ year: 2008, month: 12, day: 1 }, today)).toBe(false);
});

test("START-04 a birthday must be an existing date from 1950 to today", () => {
  expect(isPossibleBirthday({ year: 2024, month: 2, day: 29 }, today)).toBe(true);
  expect(isPossibleBirthday({ year: 1950, month: 1, day: 1 }, today)).toBe(true);
  for (const [year, month, day] of [
    [2023, 2, 29],
    [1949, 12, 31],
    [2026, 11, 24],
    [2000, 0, 1],
    [2000, 1, 0],
    [2000, 1, 32],
    [Number.NaN, 1, 1],
  ] as const) {
    expect(isPossibleBirthday({ year, month, day }, today), `${year}-${month}-${day}`).toBe(false);
  }
});

test("SET-09 today depends on the time zone", () => {
  const now = new Date("2026-12-31T20:00:00Z");
  expect(findToday("Asia/Tokyo", now)).toEqual({ year: 2027, month: 1, day: 1 });
  expect(findToday("America/New_York", now)).toEqual({ year: 2026, month: 12, day: 31 });
});
