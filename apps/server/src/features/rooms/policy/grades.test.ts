import { parseBirthday } from "@toibako/contract/birthdays.ts";
import { expect, test } from "vitest";
import {
  findArchivedBirthYear,
  findBirthYear,
  findGradeTitle,
  findSchoolYear,
  isBirthYearOpen,
  isWithoutLatin,
  listOpenBirthYears,
} from "./grades.ts";

const readBirthYear = (text: string) => {
  const birthday = parseBirthday(text);
  if (!birthday) throw new Error(`no date: ${text}`);
  return findBirthYear(birthday);
};

test.each([
  // The last moment of a school year in Japan, and the first of the next, also seen from other time zones.
  ["2027-03-31T23:59:59.999+09:00", 2026],
  ["2027-04-01T00:00:00+09:00", 2027],
  ["2027-03-31T14:59:59Z", 2026],
  ["2027-03-31T15:00:00Z", 2027],
  ["2027-03-31T08:00:00-07:00", 2027],
  ["2027-04-01T01:00:00+14:00", 2026],
  // The turn of the calendar's year changes nothing.
  ["2026-12-31T23:59:59+09:00", 2026],
  ["2027-01-01T00:00:00+09:00", 2026],
  ["2026-12-31T15:00:00Z", 2026],
  ["2028-02-29T12:00:00+09:00", 2027],
])("ROOM-22 at %s the school year of %i runs", (moment, year) => {
  expect(findSchoolYear(new Date(moment))).toBe(year);
});

test.each([
  ["2012-04-01", 2011],
  ["2012-04-02", 2012],
  ["2012-12-31", 2012],
  ["2013-01-01", 2012],
  ["2013-03-31", 2012],
  ["2013-04-01", 2012],
  ["2013-04-02", 2013],
  ["2012-02-29", 2011],
  ["2000-02-29", 1999],
])("ROOM-22 who is born on %s belongs to the birth year %i", (birthday, year) => {
  expect(readBirthYear(birthday)).toBe(year);
});

test("ROOM-21 there are rooms for those who are 12 to 22 when the school year begins", () => {
  const now = new Date("2026-11-28T00:00:00+09:00");
  expect(listOpenBirthYears(now)).toEqual([
    2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012, 2013,
  ]);
  // On 1 April 2026 the oldest of the birth year 2013 turned 13 the day after, the youngest turned 12 that day.
  expect(readBirthYear("2013-04-02")).toBe(2013);
  expect(readBirthYear("2014-04-01")).toBe(2013);
  for (let year = 1990; year < 2030; year++) {
    expect([year, isBirthYearOpen(year, now)]).toEqual([year, year >= 2003 && year <= 2013]);
  }
  expect(findArchivedBirthYear(now)).toBe(2001);
});

test("ROOM-21 every birthday belongs to exactly one birth year, which changes on 2 April only", () => {
  const start = Date.UTC(1999, 3, 2);
  const days = Math.round((Date.UTC(2017, 3, 2) - start) / 86_400_000);
  const changes = Array.from({ length: days }, (_, index) => {
    const date = new Date(start + index * 86_400_000);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    return { day: `${month}-${day}`, birth_year: findBirthYear({ year, month, day }) };
  }).filter(({ birth_year }, index, all) => birth_year !== all[index - 1]?.birth_year);
  expect(new Set(changes.map(({ day }) => day))).toEqual(new Set(["4-2"]));
  expect(changes.map(({ birth_year }) => birth_year)).toEqual(
    Array.from({ length: 18 }, (_, index) => 1999 + index),
  );
});

test("ROOM-28 on 1 April titles move up: from school to school, and then by ages", () => {
  const readTitle = (birthYear: number, year: number) =>
    findGradeTitle(birthYear, "ja", new Date(`${year}-04-01T00:00:00+09:00`));
  const titles = Array.from({ length: 12 }, (_, index) => readTitle(2013, 2026 + index));
  expect(
    titles.map(({ text_key, parameters }) => [text_key, ...Object.values(parameters)].join(" ")),
  ).toEqual([
    "room_grade_12",
    "room_grade_13",
    "room_grade_14",
    "room_grade_15",
    "room_grade_16",
    "room_grade_17",
    "room_grade_ages 18 19",
    "room_grade_ages 19 20",
    "room_grade_ages 20 21",
    "room_grade_ages 21 22",
    "room_grade_ages 22 23",
    "room_grade_ages 23 24",
  ]);
  const lastMoment = new Date("2027-03-31T23:59:59+09:00");
  expect(findGradeTitle(2013, "ja", lastMoment).text_key).toBe("room_grade_12");
});

test("ROOM-28 a room takes members until 22, is closed for joining at 23 and archived at 24", () => {
  const states = [2035, 2036, 2037, 2038].map((year) => {
    const now = new Date(`${year}-04-01T00:00:00+09:00`);
    return [isBirthYearOpen(2013, now), 2013 <= findArchivedBirthYear(now)];
  });
  expect(states).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [false, true],
  ]);
});

test("ROOM-10 only rooms of school years in languages of another script refuse Latin letters", () => {
  expect(isWithoutLatin({ birth_year: 2010, locale: "ja" })).toBe(true);
  expect(isWithoutLatin({ birth_year: 2010, locale: "th" })).toBe(true);
  expect(isWithoutLatin({ birth_year: 2010, locale: "en" })).toBe(false);
  expect(isWithoutLatin({ birth_year: 2010, locale: "dt" })).toBe(false);
  expect(isWithoutLatin({ birth_year: null, locale: "ja" })).toBe(false);
});
