import { roomLocales } from "@toibako/contract/rooms.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { schoolYearGroup } from "../first-rooms.ts";
import { findArchivedBirthYear, listOpenBirthYears, membersBeforeNext } from "../policy/grades.ts";

/** Above those of the official rooms, however many there are: a list of rooms has few places. */
const gradePriority = 1_000;

/**
 * Locks a group of questions. Rooms of school years are opened one run after another, so that no number is taken twice;
 * the questions of a group are changed one after another, so that it asks neither none nor too many.
 */
export const lockGroup = statement(
  "rooms.lockGroup",
  "select pk from room_question_groups where uuid = :uuid for no key update",
);

// For each language and birth year, opens the first room, or the next one if the newest is nearly full.
const insertGradeRooms = statement(
  "rooms.insertGradeRooms",
  `
  with newest_rooms as (
    select locale, birth_year, uuid, newest.year_number, newest.members_count
    from unnest(:locales::text[], :birth_years::int[], :uuids::text[]) as given (locale, birth_year, uuid)
    left join lateral (
      select rooms.year_number, rooms.members_count from rooms
      where rooms.locale = given.locale and rooms.birth_year = given.birth_year
      order by rooms.year_number desc limit 1
    ) newest on true
  ), missing_rooms as (
    select * from newest_rooms where members_count is null or members_count >= ${membersBeforeNext}
  ), new_conversations as (
    insert into conversations (uuid, last_posted_minute)
    select uuid, date_trunc('minute', now()) from missing_rooms
    returning pk, uuid
  )
  insert into rooms (conversation_pk, room_type, locale, priority, group_pk, birth_year, year_number)
  select new_conversations.pk, 'open_chat_by_grade', locale, ${gradePriority}, :group_pk::bigint, birth_year,
    coalesce(year_number, 0) + 1
  from missing_rooms join new_conversations using (uuid)
  returning conversation_pk`,
);

/** Opens the rooms of school years that are missing, and the next one where the newest has few places left. */
export function openGradeRooms(db: Db, now = new Date()): Promise<void> {
  const given = roomLocales.flatMap((locale) =>
    listOpenBirthYears(now).map((birth_year) => ({ locale, birth_year, uuid: createPublicId() })),
  );
  return lockThen(
    db,
    (db) => lockGroup(db, { uuid: schoolYearGroup.uuid }),
    async (db, [group]) => {
      if (!group) throw new Error("the questions of rooms of school years are missing");
      await insertGradeRooms(db, {
        group_pk: group.pk,
        locales: given.map(({ locale }) => locale),
        birth_years: given.map(({ birth_year }) => birth_year),
        uuids: given.map(({ uuid }) => uuid),
      });
    },
  );
}

// Members see that a room is archived, so it is a change of the conversation, which is locked first as by all changes.
const archiveGradeRooms = statement(
  "rooms.archiveGradeRooms",
  `
  with locked_conversations as (
    select pk from conversations
    where pk in (select conversation_pk from rooms where birth_year <= :birth_year and not is_archived)
    order by pk for no key update
  ), archived_rooms as (
    update rooms set is_archived = true from locked_conversations
    where conversation_pk = locked_conversations.pk
    returning conversation_pk
  )
  update conversations set last_change = last_change + 1 from archived_rooms
  where pk = archived_rooms.conversation_pk`,
);

/** Brings the rooms of school years to their state of today; a repeated call changes nothing. */
export async function keepGradeRooms(db: Db, now = new Date()): Promise<void> {
  await openGradeRooms(db, now);
  await archiveGradeRooms(db, { birth_year: findArchivedBirthYear(now) });
}
