import { maxUnreadMessages } from "@toibako/contract/messages.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

/**
 * Builds a relation of the messages of a room after a number, newest first, with the relations `mine` (the row of
 * `room_members`) and `marks` (that of `participants`). `offset 0` keeps other conditions out of it: the planner would
 * take them for such that hardly a message meets, and read and sort all of them instead of the first by the index. For the
 * same reason, what reads it has a limit and no order of its own.
 */
const buildMessagesSql = (after: string) => `
  (
    select number, sender_number, body, posted_minute from messages
    where messages.conversation_pk = mine.conversation_pk and messages.number > ${after}
    order by messages.number desc offset 0
  ) messages`;

/** The messages after one's read mark. */
const laterMessagesSql = buildMessagesSql("greatest(marks.read_number, marks.removed_number)");

/** The condition under which a message is of a member whom the reader doesn't hide. */
const isOfShownMemberSql = `
  messages.sender_number <> all(array(
    select hidden_number from hidden_room_members hidden
    where hidden.conversation_pk = mine.conversation_pk and hidden.member_number = mine.number
  ))`;

/** The condition under which one of these messages is unread. */
const isUnreadSql = `
  messages.sender_number <> mine.number and messages.body is not null and ${isOfShownMemberSql}`;

export const unreadCountSql = `
  (
    select count(*)::int from (
      select from ${laterMessagesSql} where ${isUnreadSql} limit ${maxUnreadMessages}
    ) unread_messages
  )`;

/** The newest message that a member sees of a room, one row or none, with the relations `mine` and `marks`. */
export const lastMessageSql = `
  (select * from ${buildMessagesSql("marks.removed_number")} where ${isOfShownMemberSql} limit 1)`;

/** The rooms of an account of which it is notified, with the relations `mine`, `marks` and `conversations`. */
const notifiedRoomsSql = `
  room_members mine
  join participants marks on marks.conversation_pk = mine.conversation_pk and marks.number = mine.number
  join conversations on conversations.pk = mine.conversation_pk`;
const isNotifiedSql = `
  mine.user_pk = :user_pk and not mine.is_left and not marks.is_muted
    and conversations.last_number > marks.read_number`;

// Of each room with something new, one row. Compares numbers before it looks at messages.
const selectUnread = statement(
  "rooms.selectUnread",
  `
  select conversations.uuid, unread.count as "unread_count!", unread.newest_minute
  from ${notifiedRoomsSql}
  cross join lateral (
    select count(*)::int as count, max(posted_minute) as newest_minute from (
      select posted_minute from ${laterMessagesSql} where ${isUnreadSql} limit ${maxUnreadMessages}
    ) unread_messages
  ) unread
  where ${isNotifiedSql} and unread.count > 0
  order by unread.newest_minute desc, conversations.pk desc`,
);

/**
 * Counts the unread messages of others in the rooms of an account that aren't muted, up to 11, and finds the room with
 * the newest one.
 */
export async function countUnreadInRooms(
  db: Db,
  user_pk: number | undefined,
): Promise<{ count: number; newest_unread_room: string | null }> {
  const rows = user_pk === undefined ? [] : await selectUnread(db, { user_pk });
  const sum = rows.reduce((count, { unread_count }) => count + unread_count, 0);
  return {
    count: Math.min(maxUnreadMessages, sum),
    newest_unread_room: rows[0]?.uuid ?? null,
  };
}

/** Maximum number of messages that a period counts in one room. */
const maxNewInRoom = 1_000;

const countNew = statement(
  "rooms.countNewMessages",
  `
  select coalesce(sum(new.count), 0)::int as "count!"
  from ${notifiedRoomsSql}
  cross join lateral (
    select count(*) as count from (
      select from ${laterMessagesSql}
      where ${isUnreadSql} and messages.posted_minute >= :start and messages.posted_minute < :end
      limit ${maxNewInRoom}
    ) new_messages
  ) new
  where ${isNotifiedSql} and conversations.last_posted_minute >= :start`,
);

/** Counts the messages of a period that an account has not read in its rooms that aren't muted. */
export async function countNewInRooms(
  db: Db,
  user_pk: number,
  period: { start: Date; end: Date },
): Promise<number> {
  return (await countNew(db, { user_pk, ...period }))[0]?.count ?? 0;
}
