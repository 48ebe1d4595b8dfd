import { findAvatar } from "@toibako/contract/avatars.ts";
import { type Locale, mapLocales } from "@toibako/contract/locales.ts";
import {
  type EditedRoom,
  type EditedRoomQuestion,
  editedRoomsPerPage,
} from "@toibako/contract/staff/contents/rooms.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";

const roomRelations = `
  rooms
  join conversations on conversations.pk = rooms.conversation_pk
  join room_question_groups on room_question_groups.pk = rooms.group_pk`;

const selectRooms = statement(
  "rooms.selectEditedRooms",
  `
  select conversations.uuid as id, not rooms.is_archived as "is_open!", rooms.members_count,
    room_question_groups.uuid as group_id,
    coalesce(
      nullif(rooms.texts -> :locale ->> 'title', ''), rooms.texts -> rooms.locale ->> 'title', ''
    ) as "title!"
  from ${roomRelations}
  where rooms.room_type = 'official' and (
    :after?::text is null or (rooms.priority, rooms.conversation_pk) < (
      select last.priority, last.conversation_pk from rooms last
      join conversations named on named.pk = last.conversation_pk where named.uuid = :after?
    )
  )
  order by rooms.priority desc, rooms.conversation_pk desc limit ${editedRoomsPerPage + 1}`,
);

const selectRoom = statement(
  "rooms.selectEditedRoom",
  `
  select conversations.uuid as id, rooms.locale, rooms.texts, rooms.icon_url, rooms.priority, rooms.min_age,
    rooms.is_archived, rooms.members_count, room_question_groups.uuid as group_id, rooms.version
  from ${roomRelations}
  where conversations.uuid = :id and rooms.room_type = 'official'`,
);

function toEditedRoom(row: Row<"rooms.selectEditedRoom">): EditedRoom {
  const { texts, icon_url, min_age, is_archived, ...columns } = row;
  return {
    ...columns,
    titles: mapLocales((locale) => texts?.[locale]?.title ?? ""),
    descriptions: mapLocales((locale) => texts?.[locale]?.description ?? ""),
    avatar: findAvatar(icon_url ?? "") ?? "letter",
    min_age: min_age ?? 0,
    is_open: !is_archived,
  };
}

/** Lists one page of the official rooms, also closed ones, in the order of their priority, with their titles in one language. */
export async function listEditedRooms(db: Db, locale: Locale, after: string | undefined) {
  const rows = await selectRooms(db, { locale, after: after ?? null });
  return {
    rooms: rows.slice(0, editedRoomsPerPage),
    has_more: rows.length > editedRoomsPerPage,
  };
}

export async function findEditedRoom(db: Db, id: string): Promise<EditedRoom | undefined> {
  const [row] = await selectRoom(db, { id });
  return row && toEditedRoom(row);
}

/** Maximum number of questions, retired ones too, that a list of a group has. */
const maxListedQuestions = 200;

const questionsSql = `
  select question.uuid as id, question.bodies, question.options, question.is_required, question.is_retired,
    question.position, question.version
  from room_questions question
  join room_question_groups on room_question_groups.pk = question.group_pk
  where room_question_groups.uuid = :group_id`;

const selectQuestions = statement(
  "rooms.selectEditedQuestions",
  `
  ${questionsSql}
  order by question.is_retired, question.position, question.pk limit ${maxListedQuestions}`,
);

const selectQuestion = statement(
  "rooms.selectEditedQuestion",
  `${questionsSql} and question.uuid = :id`,
);

/** Lists the questions of a group, the retired ones last. */
export const listEditedQuestions = (db: Db, group_id: string): Promise<EditedRoomQuestion[]> =>
  selectQuestions(db, { group_id });

export async function findEditedQuestion(
  db: Db,
  group_id: string,
  id: string,
): Promise<EditedRoomQuestion | undefined> {
  return (await selectQuestion(db, { group_id, id }))[0];
}
