import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";

const selectOwn = statement(
  "rooms.selectOwnMember",
  `
  select conversations.pk as conversation_pk, conversations.uuid, conversations.last_change,
    rooms.birth_year, rooms.locale, rooms.members_count, rooms.is_archived,
    (
      select coalesce(max(change), 0) from room_members where conversation_pk = conversations.pk
    ) as "members_change!",
    exists (
      select from room_blocks
      where user_pk = :user_pk and (conversation_pk = conversations.pk or conversation_pk is null)
    ) as "is_blocked!",
    mine.number as own_number, mine.uuid as member_id, mine.display_name, mine.icon_url,
    mine.is_rules_accepted, marks.read_number as own_read_number, marks.removed_number, marks.is_muted,
    array(
      select hidden_number::int from hidden_room_members
      where conversation_pk = conversations.pk and member_number = mine.number
    ) as "hidden_numbers!",
    array(
      select hidden.uuid from hidden_room_members
      join room_members hidden on hidden.conversation_pk = hidden_room_members.conversation_pk
        and hidden.number = hidden_room_members.hidden_number
      where hidden_room_members.conversation_pk = conversations.pk and member_number = mine.number
      order by hidden.uuid collate "C"
    ) as "hidden_members!"
  from conversations
  join rooms on rooms.conversation_pk = conversations.pk
  left join (
    room_members mine
    join participants marks on marks.conversation_pk = mine.conversation_pk and marks.number = mine.number
  ) on mine.conversation_pk = conversations.pk and mine.user_pk = :user_pk and not mine.is_left
  where conversations.uuid = :uuid`,
);

type RoomRow = Row<"rooms.selectOwnMember">;

/** A room with the membership of one of its present members. */
export type OwnMember = Extract<RoomRow, { own_number: number }>;

/**
 * Finds a room with the membership of an account. Throws `not_found` if there is no such room, and `refusal` if the
 * account is no member.
 */
export async function findOwnMember(
  db: Db,
  user_pk: number,
  uuid: string,
  refusal: "forbidden" | "not_found",
): Promise<OwnMember> {
  const [row] = await selectOwn(db, { user_pk, uuid });
  if (!row) throw new Failure("not_found");
  if (row.own_number === null) throw new Failure(refusal);
  return row;
}
