import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { isTold } from "../policy/members.ts";
import { buildBlockedSql } from "./rooms.ts";

const lockParticipant = statement(
  "rooms.lockMark",
  `
  select number from participants
  where conversation_pk = (select pk from conversations where uuid = :uuid) and number = :number
  for no key update`,
);

/** Locks the read mark of a member, and with it their leaving and muting. */
export const lockMark = (db: Db, member: { uuid: string; number: number }) =>
  lockParticipant(db, member);

// The newest reply counts also if it was taken back, so that the notice of the others isn't renewed then.
const selectReplied = statement(
  "rooms.selectRepliedMember",
  `
  select mine.user_pk as "user_pk!", ${buildBlockedSql("mine.user_pk", "mine.conversation_pk")} as "is_blocked!", (
    select messages.number from messages
    where messages.conversation_pk = mine.conversation_pk and messages.replied_sender_number = mine.number
      and messages.sender_number <> mine.number and messages.number > marks.read_number
      and messages.body is not null and not marks.is_muted and not exists (
        select from hidden_room_members hidden
        where hidden.conversation_pk = mine.conversation_pk and hidden.member_number = mine.number
          and hidden.hidden_number = messages.sender_number
      )
    order by messages.number desc limit 1
  ) as unread_number, (
    select messages.number from messages
    where messages.conversation_pk = mine.conversation_pk and messages.replied_sender_number = mine.number
      and messages.sender_number <> mine.number and not exists (
        select from hidden_room_members hidden
        where hidden.conversation_pk = mine.conversation_pk and hidden.member_number = mine.number
          and hidden.hidden_number = messages.sender_number
      )
    order by messages.number desc limit 1
  ) as newest_number
  from room_members mine
  join conversations on conversations.pk = mine.conversation_pk
  join participants marks on marks.conversation_pk = mine.conversation_pk and marks.number = mine.number
  join users u on u.pk = mine.user_pk and u.left_at is null
  where conversations.uuid = :uuid and mine.number = :number and not mine.is_left`,
);

/**
 * Finds a present member with the newest unread reply to them, null if there is none, and with the newest reply of all;
 * undefined if they have left. A muted room and hidden members cause no notice, and who is blocked gets none.
 */
export async function findRepliedMember(db: Db, uuid: string, number: number) {
  const [member] = await selectReplied(db, { uuid, number });
  return member && !isTold(member) ? { ...member, unread_number: null } : member;
}
