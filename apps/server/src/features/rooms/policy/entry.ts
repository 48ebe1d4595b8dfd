import { findToday, hasReachedAge, parseBirthday } from "@toibako/contract/birthdays.ts";
import type { ErrorCode } from "@toibako/contract/errors.ts";
import { maxRoomMembers } from "@toibako/contract/rooms.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { findBirthYear, isBirthYearOpen } from "./grades.ts";

/** A person as the rules of rooms know them. */
export type Newcomer = Pick<SessionUser, "birthday" | "time_zone" | "is_message_tos_showed">;

/** What decides whether somebody can join a room of which they aren't a member. */
export interface EntryFacts {
  birth_year: number | null;
  min_age: number | null;
  is_archived: boolean;
  members_count: number;
  /** Whether staff have blocked the person in this room or in all. */
  is_blocked: boolean;
  /** Whether the person is in a room of their school year. */
  is_in_grade_room: boolean;
}

/** The birth year of a person whose birthday is known; undefined for others. */
export function findOwnBirthYear({ birthday }: Pick<Newcomer, "birthday">): number | undefined {
  const date = parseBirthday(birthday);
  return date ? findBirthYear(date) : undefined;
}

/** Finds why somebody can't join a room now; undefined if they can. */
export function findEntryRefusal(
  newcomer: Newcomer,
  room: EntryFacts,
  now = new Date(),
): ErrorCode | undefined {
  if (!newcomer.is_message_tos_showed) return "terms_needed";
  if (newcomer.birthday === null) return "birth_date_needed";
  if (room.is_blocked || room.is_archived || !isOfRoom(newcomer, room, now)) return "no_entry";
  return room.members_count >= maxRoomMembers ? "room_full" : undefined;
}

function isOfRoom(newcomer: Newcomer, room: EntryFacts, now: Date): boolean {
  if (!isOfAge(newcomer, room, now)) return false;
  const { birth_year } = room;
  return birth_year === null || (isBirthYearOpen(birth_year, now) && !room.is_in_grade_room);
}

/** Whether a person is of the school year of a room, or has the age for which it asks. */
export function isOfAge(
  { birthday: text, time_zone }: Pick<Newcomer, "birthday" | "time_zone">,
  { birth_year, min_age }: Pick<EntryFacts, "birth_year" | "min_age">,
  now = new Date(),
): boolean {
  if (birth_year !== null) return findOwnBirthYear({ birthday: text }) === birth_year;
  const birthday = parseBirthday(text);
  return birthday !== null && hasReachedAge(birthday, findToday(time_zone, now), min_age ?? 0);
}
