import { getLanguageTag, locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { listTimeZones } from "./time-zone-list.ts";

const winter = Date.parse("2026-11-20T12:00:00Z");

function findOption(tag: string, chosen: string, zone: string) {
  for (const { offset, options } of listTimeZones(tag, chosen, winter)) {
    const option = options.find((option) => option.zone === zone);
    if (option) return { offset, name: option.name };
  }
  return undefined;
}

/** Converts an offset such as "GMT+5:30" to minutes. */
function readMinutes(offset: string): number {
  const [, sign, hours, minutes = "0"] = /([+−-])(\d+)(?::(\d+))?/.exec(offset) ?? [];
  const minutesFromUtc = Number(hours) * 60 + Number(minutes);
  return sign === "+" ? minutesFromUtc : -minutesFromUtc;
}

test.each([
  ["ja", "Asia/Tokyo", "日本標準時", "GMT+9"],
  ["en", "Asia/Kolkata", "India Standard Time", "GMT+5:30"],
  ["de", "Europe/Berlin", "Mitteleuropäische Zeit", "GMT+1"],
  ["th", "Asia/Bangkok", "เวลาอินโดจีน", "GMT+7"],
  ["zh-TW", "Asia/Taipei", "台北標準時間", "GMT+8"],
  ["ko", "America/New_York", "미 동부 시간", "GMT-5"],
  ["de", "UTC", "Koordinierte Weltzeit", "GMT+0"],
])("SET-17 in %s the time zone %s is called %s, at %s", (tag, zone, name, offset) => {
  expect(findOption(tag, zone, zone)).toEqual({ name, offset });
});

test.each(locales)(
  "SET-17 time zones in %s are listed from west to east, each offset once, by names in the language",
  (locale) => {
    const groups = listTimeZones(getLanguageTag(locale), "Asia/Tokyo", winter);
    const offsets = groups.map(({ offset }) => readMinutes(offset));
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    // The offsets reach from GMT-11 to GMT+14.
    expect(groups[0]?.offset).toMatch(/11/);
    expect(groups.at(-1)?.offset).toMatch(/14/);
    expect(new Set(groups.map(({ offset }) => offset)).size).toBe(groups.length);
    const names = groups.flatMap(({ options }) => options.map(({ name }) => name));
    // Of about 400 zones, those with the same name are listed once.
    expect(names.length).toBeLessThan(200);
    expect(names.filter((name) => /^\w+\/\w+/.test(name))).toEqual([]);
  },
);

test("SET-17 a person in New York is offered the zone of New York, in whichever zone the browser is", () => {
  expect(findOption("en", "Asia/Tokyo", "America/New_York")?.name).toBe("Eastern Time");
  expect(findOption("ja", "Asia/Tokyo", "America/New_York")?.name).toBe("米国東部時間");
});

test("SET-17 of zones with the same name only the chosen one is listed, and an unknown zone keeps its IANA name", () => {
  expect(findOption("en", "Europe/Vienna", "Europe/Vienna")?.name).toBe("Central European Time");
  expect(findOption("en", "Europe/Vienna", "Europe/Paris")).toBeUndefined();
  expect(findOption("en", "Mars/Olympus", "Mars/Olympus")?.name).toBe("Mars/Olympus");
});
