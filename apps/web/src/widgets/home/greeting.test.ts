import { expect, test } from "vitest";
import { findSeason, findTimeOfDay } from "./greeting.tsx";

test("FEEL-08 the home greets by the hour of the account's time zone, from 18 h on with good evening", () => {
  const greetAt = (hour: string) =>
    findTimeOfDay(new Date(`2026-01-01T${hour}:00+09:00`), "Asia/Tokyo");
  expect(
    ["00:00", "03:59", "04:00", "10:59", "11:00", "17:59", "18:00", "23:59"].map(greetAt),
  ).toEqual(["night", "night", "morning", "morning", "day", "day", "evening", "evening"]);
});

test("the stamp on the home changes on the first of March, June, September and December of the account's time zone", () => {
  const stampAt = (moment: string) => findSeason(new Date(`2026-${moment}:00+09:00`), "Asia/Tokyo");
  expect(
    ["02-28T23:59", "03-01T00:00", "05-31T23:59", "06-01T00:00", "08-31T23:59", "09-01T00:00"].map(
      stampAt,
    ),
  ).toEqual(["winter", "spring", "spring", "summer", "summer", "autumn"]);
  expect(["11-30T23:59", "12-01T00:00"].map(stampAt)).toEqual(["autumn", "winter"]);
});
