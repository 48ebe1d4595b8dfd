import { expect, test } from "vitest";
import { findTimeOfDay } from "./greeting.tsx";

test("FEEL-08 the home greets by the hour of the account's time zone, from 18 h on with good evening", () => {
  const greetAt = (hour: string) =>
    findTimeOfDay(new Date(`2026-01-01T${hour}:00+09:00`), "Asia/Tokyo");
  expect(
    ["00:00", "03:59", "04:00", "10:59", "11:00", "17:59", "18:00", "23:59"].map(greetAt),
  ).toEqual(["night", "night", "morning", "morning", "day", "day", "evening", "evening"]);
});
