import { type Birthday, findToday } from "@toibako/contract/birthdays.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { maxRoomMembers } from "@toibako/contract/rooms.ts";

/** Where school years begin at midnight, on 1 April. */
const schoolTimeZone = "Asia/Tokyo";

/** The ages on 1 April, when a school year begins, of those whom the rooms of their school year take. */
const youngestAge = 12;
const oldestAge = 22;

/** The age at which a room is archived; in the year before, it is open but takes nobody any more. */
const archiveAge = 24;

/** The age in the last year of high school. Later years are named by the ages of their members. */
const lastSchoolAge = 17;

/** When the newest room of a school year has fewer places, the next one is opened. */
const leastFreePlaces = 20;

/** How many members the newest room of a school year has when the next one is opened. */
export const membersBeforeNext = maxRoomMembers - leastFreePlaces + 1;

/** The year in which the present school year has begun. */
export function findSchoolYear(now: Date): number {
  const { year, month } = findToday(schoolTimeZone, now);
  return month >= 4 ? year : year - 1;
}

/**
 * The year that a school year's room carries: its members were born from 2 April of this year to 1 April of the next,
 * because who is born on 1 April comes of age on the day before, in the school year that ends then.
 */
export function findBirthYear({ year, month, day }: Birthday): number {
  return month > 4 || (month === 4 && day >= 2) ? year : year - 1;
}

/** The age that everybody born in a birth year has reached when the present school year began. */
function computeGradeAge(birth_year: number, now: Date): number {
  return findSchoolYear(now) - birth_year - 1;
}

/** The birth years for which there are rooms that one can join, the youngest last. */
export function listOpenBirthYears(now: Date): number[] {
  const first = findSchoolYear(now) - oldestAge - 1;
  return Array.from({ length: oldestAge - youngestAge + 1 }, (_, index) => first + index);
}

/** Whether the rooms of a birth year take members now. */
export function isBirthYearOpen(birth_year: number, now: Date): boolean {
  const age = computeGradeAge(birth_year, now);
  return age >= youngestAge && age <= oldestAge;
}

/** The rooms of this birth year and of those before it are archived. */
export function findArchivedBirthYear(now: Date): number {
  return findSchoolYear(now) - archiveAge - 1;
}

/** Names a school year: a grade of school, or the two ages that its members have during the year. */
export type GradeTitle =
  | { text_key: `room_grade_${12 | 13 | 14 | 15 | 16 | 17}`; parameters: Record<string, never> }
  | { text_key: "room_grade_ages"; parameters: { from: string; to: string } };

/** The title of a school year now, so that titles move up on 1 April. */
export function findGradeTitle(birth_year: number, locale: Locale, now: Date): GradeTitle {
  const age = computeGradeAge(birth_year, now);
  if (age >= youngestAge && age <= lastSchoolAge) {
    const text_key = `room_grade_${age}` as `room_grade_12`;
    return { text_key, parameters: {} };
  }
  const format = (value: number) => new Intl.NumberFormat(getLanguageTag(locale)).format(value);
  return {
    text_key: "room_grade_ages",
    parameters: { from: format(age), to: format(age + 1) },
  };
}

const latinLocales: ReadonlySet<Locale> = new Set(["en", "dt"]);

/** Whether texts in a room have no Latin letters: in rooms of school years whose language isn't written in them. */
export function isWithoutLatin(room: { birth_year: number | null; locale: Locale }): boolean {
  return room.birth_year !== null && !latinLocales.has(room.locale);
}
