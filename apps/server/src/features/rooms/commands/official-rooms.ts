import { formatAvatarUrl } from "@toibako/contract/avatars.ts";
import { roomLocales } from "@toibako/contract/rooms.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { lockConversation } from "../../messages/commands.ts";
import { firstRooms, type GivenGroup, type GivenRoom, schoolYearGroup } from "../first-rooms.ts";
import { keepGradeRooms } from "./grade-rooms.ts";

// An existing group stays unchanged, because members have answered its questions.
const insertGroup = statement(
  "rooms.insertGroup",
  `
  with new_group as (
    insert into room_question_groups (uuid) values (:uuid) on conflict (uuid) do nothing returning pk
  )
  insert into room_questions (uuid, group_pk, position, bodies, options, is_required)
  select question.uuid, new_group.pk, question.position, question.bodies,
    nullif(question.options, 'null'), question.is_required
  from new_group, jsonb_to_recordset(:questions::jsonb) as question
    (uuid text, position integer, bodies jsonb, options jsonb, is_required boolean)`,
);

async function storeGroup(db: Db, { uuid, questions }: GivenGroup): Promise<void> {
  const rows = questions.map((question, position) => ({ ...question, position }));
  await insertGroup(db, { uuid, questions: JSON.stringify(rows) });
}

// An existing room stays unchanged, because staff may have edited it.
const insertOfficialRoom = statement(
  "rooms.insertOfficial",
  `
  with new_conversation as (
    insert into conversations (uuid, last_posted_minute) values (:uuid, date_trunc('minute', now()))
    on conflict (uuid) do nothing
    returning pk
  )
  insert into rooms (conversation_pk, room_type, locale, priority, group_pk, texts, icon_url, min_age)
  select new_conversation.pk, 'official', :locale, :priority, room_question_groups.pk, :texts, :icon_url, :min_age
  from new_conversation, room_question_groups where room_question_groups.uuid = :group_uuid
  returning conversation_pk`,
);

/** Stores an official room with its questions; returns false if the room exists already. */
export async function storeOfficialRoom(db: Db, locale: string, room: GivenRoom): Promise<boolean> {
  await storeGroup(db, room.group);
  const inserted = await insertOfficialRoom(db, {
    uuid: room.uuid,
    locale,
    priority: room.priority,
    texts: JSON.stringify(room.texts),
    icon_url: formatAvatarUrl(room.avatar),
    min_age: room.min_age,
    group_uuid: room.group.uuid,
  });
  return inserted.length > 0;
}

// As those who change the questions of the room do, so that no room is open without a question.
export const lockGroupOfRoom = statement(
  "rooms.lockGroupOfRoom",
  `
  select pk from room_question_groups where pk = (
    select group_pk from rooms join conversations on conversations.pk = conversation_pk where uuid = :uuid
  ) for no key update`,
);

// Members see whether a room is closed, so it is a change of the conversation.
const setArchived = statement(
  "rooms.setOfficialArchived",
  `
  with changed_room as (
    update rooms set is_archived = :is_archived::boolean, version = version + 1
    from conversations
    where conversations.pk = conversation_pk and conversations.uuid = :uuid and room_type = 'official'
      and is_archived <> :is_archived::boolean
      and (:is_archived::boolean or exists (
        select from room_questions where room_questions.group_pk = rooms.group_pk and not is_retired
      ))
    returning conversation_pk
  )
  update conversations set last_change = last_change + 1 from changed_room
  where pk = changed_room.conversation_pk
  returning pk`,
);

/**
 * Closes an official room, in which then nobody posts and which nobody joins, or opens it again; false if there is no such
 * room, it is so already, or it would be open without asking a question.
 */
export async function closeOfficialRoom(
  db: Db,
  uuid: string,
  is_archived: boolean,
): Promise<boolean> {
  const changed = await lockThen(
    db,
    (db) => lockConversation(db, uuid),
    (db) =>
      lockThen(
        db,
        (db) => lockGroupOfRoom(db, { uuid }),
        (db) => setArchived(db, { uuid, is_archived }),
      ),
  );
  return changed.length > 0;
}

/** Maximum number of rooms that a list for operators has. */
const maxListedRooms = 1_000;

const selectOfficial = statement(
  "rooms.selectOfficial",
  `
  select conversations.uuid, locale, texts, priority, min_age, members_count, is_archived
  from rooms join conversations on conversations.pk = conversation_pk
  where room_type = 'official'
  order by priority desc, conversation_pk desc limit ${maxListedRooms}`,
);

/** Lists the official rooms, also closed ones, in the order of their priority. */
export const listOfficialRooms = (db: Db): Promise<Row<"rooms.selectOfficial">[]> =>
  selectOfficial(db, {});

/** Stores the rooms of a first install that are not stored yet, and brings those of school years to their state of today. */
export async function storeFirstRooms(db: Db): Promise<void> {
  await storeGroup(db, schoolYearGroup);
  for (const room of firstRooms) await storeOfficialRoom(db, roomLocales[0], room);
  await keepGradeRooms(db);
}
