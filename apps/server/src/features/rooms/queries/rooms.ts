import { computeCalendarAge, findToday, parseBirthday } from "@toibako/contract/birthdays.ts";
import { type DateReader, formatDate } from "@toibako/contract/dates.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { type ListedRoom, type Room, roomLocales, roomsPerPage } from "@toibako/contract/rooms.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { Failure } from "#platform/http/failure.ts";
import {
  countRowsBefore,
  createPager,
  isInReachSql,
  readCountedPage,
} from "#platform/http/pager.ts";
import type { SignedIn, Viewer } from "#platform/identity/viewer.ts";
import { translate } from "#platform/texts/texts.ts";
import { findOwnBirthYear } from "../policy/entry.ts";
import { findGradeTitle, isBirthYearOpen, isWithoutLatin } from "../policy/grades.ts";
import { getMemberIconUrl } from "../policy/members.ts";
import { lastMessageSql, unreadCountSql } from "./unread.ts";

/** SQL: whether staff have blocked an account in a room. */
export const buildBlockedSql = (user_pk: string, conversation_pk: string) => `exists (
  select from room_blocks where room_blocks.user_pk = ${user_pk}
    and (room_blocks.conversation_pk is null or room_blocks.conversation_pk = ${conversation_pk}))`;

/**
 * The columns of a room as an account sees it, `:user_pk?`. Messages of hidden members, and those that were taken back,
 * are not unread.
 */
const roomColumns = `
  rooms.conversation_pk, rooms.room_type, rooms.locale, rooms.priority, rooms.members_count,
  rooms.birth_year, rooms.year_number, rooms.texts, rooms.icon_url, rooms.min_age, rooms.is_archived,
  rooms.group_pk, conversations.uuid, conversations.last_change, room_question_groups.uuid as group_uuid,
  mine.number as own_number, mine.uuid as own_uuid,
  coalesce(mine.is_rules_accepted, false) as "is_rules_accepted!",
  coalesce(marks.is_muted, false) as "is_muted!",
  ${buildBlockedSql(":user_pk?::bigint", "rooms.conversation_pk")} as "is_blocked!",
  ${unreadCountSql} as "unread_count!"`;

/** The relations of `roomColumns`; `listed` is one with the column `conversation_pk`. */
const buildRoomRelations = (listed: string) => `
  ${listed} listed
  join rooms on rooms.conversation_pk = listed.conversation_pk
  join conversations on conversations.pk = listed.conversation_pk
  join room_question_groups on room_question_groups.pk = rooms.group_pk
  left join room_members mine on mine.conversation_pk = listed.conversation_pk
    and mine.user_pk = :user_pk?::bigint and not mine.is_left
  left join participants marks on marks.conversation_pk = mine.conversation_pk and marks.number = mine.number`;

/** The order of rooms in every list. */
const roomOrder = "priority desc, last_posted_minute desc, conversation_pk desc";

const selectRoom = statement(
  "rooms.selectRoom",
  `
  select ${roomColumns}
  from ${buildRoomRelations("(select pk as conversation_pk from conversations where uuid = :uuid)")}`,
);

const selectOwnPage = statement(
  "rooms.selectOwnPage",
  `
  select ${roomColumns}, listed.total_count as "total_count!",
    last_message.body as last_body, last_message.sender_number as last_sender_number,
    last_message.posted_minute as last_message_minute, last_sender.display_name as last_sender_name
  from ${buildRoomRelations(`(
    select room_members.conversation_pk, rooms.priority, conversations.last_posted_minute,
      (count(*) over ())::int as total_count
    from room_members
    join rooms on rooms.conversation_pk = room_members.conversation_pk
    join conversations on conversations.pk = room_members.conversation_pk
    where room_members.user_pk = :user_pk? and not room_members.is_left and ${isInReachSql}
    order by ${roomOrder} limit ${roomsPerPage} offset :offset
  )`)}
  left join lateral ${lastMessageSql} last_message on true
  left join room_members last_sender on last_sender.conversation_pk = mine.conversation_pk
    and last_sender.number = last_message.sender_number
  order by listed.priority desc, listed.last_posted_minute desc, listed.conversation_pk desc`,
);

// The newest room of the birth year, unless the account is in one of it, and the official rooms. Not those in which the
// account is already, or is blocked.
const selectJoinable = statement(
  "rooms.selectJoinable",
  `
  select ${roomColumns}
  from ${buildRoomRelations(`(
    select candidates.conversation_pk, candidates.priority, conversations.last_posted_minute
    from (
      (
        select conversation_pk, priority from rooms
        where locale = :locale and birth_year = :birth_year? and not is_archived
          and not exists (
            select from room_members
            where room_members.user_pk = :user_pk? and room_members.is_of_grade and not room_members.is_left
          )
        order by year_number desc limit 1
      )
      union all
      select conversation_pk, priority from rooms
      where locale = :locale and room_type = 'official' and min_age <= :age and not is_archived
    ) candidates
    join conversations on conversations.pk = candidates.conversation_pk
    where not exists (
      select from room_members
      where room_members.conversation_pk = candidates.conversation_pk and room_members.user_pk = :user_pk?
        and not room_members.is_left
    ) and not ${buildBlockedSql(":user_pk?", "candidates.conversation_pk")}
    order by ${roomOrder} limit ${roomsPerPage}
  )`)}
  order by listed.priority desc, listed.last_posted_minute desc, listed.conversation_pk desc`,
);

export type RoomRow = Row<"rooms.selectRoom">;
/** A room of which the caller is a member. */
export type OwnRoom = RoomRow & { own_number: number; own_uuid: string };

/** Names a room in a language, now: the title of a school year's room moves up every year. */
export function findRoomTitle(
  room: Pick<RoomRow, "texts" | "birth_year" | "year_number" | "locale">,
  locale: Locale,
  now = new Date(),
): string {
  const { texts, birth_year, year_number } = room;
  if (birth_year === null) return (texts?.[locale] ?? texts?.[room.locale])?.title ?? "";
  const { text_key, parameters } = findGradeTitle(birth_year, locale, now);
  const title = translate(locale, text_key, parameters);
  if (year_number === null || year_number < 2) return title;
  const number = new Intl.NumberFormat(getLanguageTag(locale)).format(year_number);
  return translate(locale, "room_grade_numbered", { title, number });
}

/** Describes a room to the account of its row. */
export function toRoom(row: RoomRow, locale: Locale): Room {
  const { texts, own_uuid } = row;
  const description = (texts?.[locale] ?? texts?.[row.locale])?.description;
  return {
    uuid: row.uuid,
    room_type: row.room_type,
    priority: row.priority,
    title: findRoomTitle(row, locale),
    description: description ?? translate(locale, "room_grade_description"),
    icon_url: getMemberIconUrl(row.uuid, row.icon_url),
    locale: row.locale,
    members_count: row.members_count,
    is_joined: own_uuid !== null,
    is_blocked: row.is_blocked,
    is_archived: row.is_archived,
    is_without_latin: isWithoutLatin(row),
    is_muted: row.is_muted,
    is_rules_accepted: row.is_rules_accepted,
    unread_count: row.unread_count,
    group_talk_user_summary_id: own_uuid,
    personal_answer_group_id: row.group_uuid,
  };
}

/** Finds a room; throws `not_found` if there is none. */
export async function findRoom(
  db: Db,
  { user }: Pick<Viewer, "user">,
  uuid: string,
): Promise<RoomRow> {
  const [row] = await selectRoom(db, { uuid, user_pk: user?.pk ?? null });
  if (!row) throw new Failure("not_found");
  return row;
}

/** Finds a room of the caller; throws `refusal` if they aren't a member. */
export async function findOwnRoom(
  db: Db,
  viewer: SignedIn,
  uuid: string,
  refusal: "forbidden" | "not_found",
): Promise<OwnRoom> {
  const row = await findRoom(db, viewer, uuid);
  const { own_number, own_uuid } = row;
  if (own_number === null || own_uuid === null) throw new Failure(refusal);
  return { ...row, own_number, own_uuid };
}

function toListedRoom(
  row: Row<"rooms.selectOwnPage">,
  locale: Locale,
  reader: DateReader,
): ListedRoom {
  const { last_message_minute: minute, last_sender_number, last_sender_name, last_body } = row;
  const last_message = minute !== null && {
    body: last_body ?? "",
    is_taken_back: last_body === null,
    me: last_sender_number === row.own_number,
    display_name: last_sender_name ?? "",
    created_at: minute.toISOString(),
    formatted_date_time: formatDate("minute", minute, reader),
  };
  return { ...toRoom(row, locale), last_message: last_message || null };
}

/** Lists the rooms of an account: by priority, and then the one with the newest message first. */
export async function listOwnRooms(db: Db, { user }: SignedIn, page: number, locale: Locale) {
  const { rows, total_count } = await readCountedPage(
    countRowsBefore(page, roomsPerPage),
    (offset) => selectOwnPage(db, { user_pk: user.pk, offset }),
  );
  const reader = createDateReader(locale, user);
  return {
    group_talks: rows.map((row) => toListedRoom(row, locale, reader)),
    pager: createPager(page, roomsPerPage, total_count),
  };
}

/** Lists the rooms that an account can join, in those languages that have rooms; none without a birthday. */
export async function listJoinable(
  db: Db,
  { user }: SignedIn,
  locale: Locale,
  now = new Date(),
): Promise<Room[]> {
  const birthday = parseBirthday(user.birthday);
  const hasRooms = roomLocales.some((roomLocale) => roomLocale === locale);
  if (!birthday || !hasRooms) return [];
  const birth_year = findOwnBirthYear(user);
  const isOpen = birth_year !== undefined && isBirthYearOpen(birth_year, now);
  const rows = await selectJoinable(db, {
    user_pk: user.pk,
    locale,
    birth_year: isOpen ? birth_year : null,
    age: computeCalendarAge(birthday, findToday(user.time_zone, now)),
  });
  return rows.map((row) => toRoom(row, locale));
}
