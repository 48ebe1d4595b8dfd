import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { lockConversation } from "../../messages/commands.ts";
import { removeRoomNotice } from "../../notices/commands/room-notices.ts";
import { deletePictureJob } from "../../pictures/job-definitions.ts";
import { isPictureSql } from "../../pictures/queries.ts";
import { isOfAge, type Newcomer } from "../policy/entry.ts";
import { findMember } from "../queries/members.ts";
import { findRepliedMember } from "../queries/replies.ts";
import { findOwnRoom, findRoom } from "../queries/rooms.ts";
import { publishRoom } from "./hints.ts";

const updateMuted = statement(
  "rooms.updateMuted",
  `
  update participants set is_muted = :is_muted
  where conversation_pk = :conversation_pk and number = :number`,
);

/** Mutes a room for the caller, or ends that. */
export async function muteRoom(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  is_muted: boolean,
): Promise<void> {
  const room = await findOwnRoom(services.db, viewer, uuid, "not_found");
  const { conversation_pk, own_number: number } = room;
  await updateMuted(services.db, { conversation_pk, number, is_muted });
  if (is_muted) await removeRoomNotice(services.db, viewer.user.pk, uuid);
  publishCounts(services, viewer.identity);
}

const updateRulesAccepted = statement(
  "rooms.acceptRules",
  `
  update room_members set is_rules_accepted = true
  where conversation_pk = :conversation_pk and number = :number`,
);

export async function acceptRules(db: Db, viewer: SignedIn, uuid: string): Promise<void> {
  const { conversation_pk, own_number: number } = await findOwnRoom(db, viewer, uuid, "not_found");
  await updateRulesAccepted(db, { conversation_pk, number });
}

const updateShared = statement(
  "rooms.markShared",
  `
  update room_members set has_shared = true
  where conversation_pk = :conversation_pk and number = :number and not has_shared`,
);

/** Records that a member has begun to share a room. */
export async function markShared(db: Db, viewer: SignedIn, uuid: string): Promise<void> {
  const { conversation_pk, own_number: number } = await findOwnRoom(db, viewer, uuid, "not_found");
  await updateShared(db, { conversation_pk, number });
}

/**
 * Builds a statement that ends a membership in a locked room: the account is no longer a participant, answers, picture
 * and hidden members are deleted. `changes` are further changes of the member's row.
 */
export const buildEndMembershipSql = (changes: string) => `
  with former_member as (
    select icon_url, is_left from room_members
    where conversation_pk = :conversation_pk and number = :number
  ), former_picture as (
    select icon_url from former_member where ${isPictureSql("icon_url")}
  ), enqueued_deletion as (
    ${enqueueSql([deletePictureJob], "former_picture")}
  ), changed as (
    update conversations set last_change = last_change + 1 where pk = :conversation_pk
    returning last_change
  ), ended_member as (
    update room_members set is_left = true, icon_url = null, change = changed.last_change ${changes}
    from changed where conversation_pk = :conversation_pk and number = :number
    returning number
  ), freed_participant as (
    update participants set user_pk = null from ended_member
    where conversation_pk = :conversation_pk and participants.number = ended_member.number
  ), deleted_answers as (
    delete from room_answers using ended_member
    where conversation_pk = :conversation_pk and member_number = ended_member.number
  ), shown_members as (
    delete from hidden_room_members using ended_member
    where conversation_pk = :conversation_pk and member_number = ended_member.number
  ), counted as (
    update rooms set members_count = members_count - 1 from former_member
    where conversation_pk = :conversation_pk and not former_member.is_left
  )
  select number from ended_member`;

const endMembership = statement("rooms.endMembership", buildEndMembershipSql(""));

/** Leaves a room; does nothing for somebody who isn't a member. */
export async function leaveRoom(services: Services, viewer: SignedIn, uuid: string): Promise<void> {
  const hasLeft = await lockThen(
    services.db,
    (db) => lockConversation(db, uuid),
    async (db) => {
      const { conversation_pk, own_number: number } = await findRoom(db, viewer, uuid);
      if (number !== null) await endMembership(db, { conversation_pk, number });
      return number !== null;
    },
  );
  await removeRoomNotice(services.db, viewer.user.pk, uuid);
  if (hasLeft) publishRoom(services, uuid);
  publishCounts(services, viewer.identity);
}

const selectPresentMemberships = statement(
  "rooms.selectPresentMemberships",
  `
  select room_members.conversation_pk, room_members.number, conversations.uuid, rooms.birth_year, rooms.min_age
  from room_members
  join rooms on rooms.conversation_pk = room_members.conversation_pk
  join conversations on conversations.pk = room_members.conversation_pk
  where room_members.user_pk = :user_pk and not room_members.is_left
  order by room_members.conversation_pk`,
);

/**
 * Ends the memberships in rooms that aren't for the birthday of an account, which is part of the transaction that has
 * changed it. Returns the rooms, whose members are to be told after the commit.
 */
export async function endUnfitMemberships(
  db: Db,
  user_pk: number,
  person: Pick<Newcomer, "birthday" | "time_zone">,
): Promise<string[]> {
  const memberships = await selectPresentMemberships(db, { user_pk });
  const unfit = memberships.filter((room) => !isOfAge(person, room));
  for (const { uuid, conversation_pk, number } of unfit) {
    await lockThen(
      db,
      (db) => lockConversation(db, uuid),
      (db) => endMembership(db, { conversation_pk, number }),
    );
    await removeRoomNotice(db, user_pk, uuid);
  }
  return unfit.map(({ uuid }) => uuid);
}

/** Tells the members of rooms that an account is no longer one, and its own pages. */
export function publishEndedMemberships(
  services: Services,
  user_pk: number,
  room_uuids: readonly string[],
): void {
  for (const uuid of room_uuids) publishRoom(services, uuid);
  if (room_uuids.length > 0) {
    publishCounts(services, services.secrets.deriveAccountIdentity(user_pk));
  }
}

const insertHidden = statement(
  "rooms.insertHidden",
  `
  insert into hidden_room_members (conversation_pk, member_number, hidden_number)
  values (:conversation_pk, :own_number, :number) on conflict do nothing`,
);
const deleteHidden = statement(
  "rooms.deleteHidden",
  `
  delete from hidden_room_members
  where conversation_pk = :conversation_pk and member_number = :own_number and hidden_number = :number`,
);

/** Hides the messages of another member from the caller, or shows them again. */
export async function hideMember(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  is_hidden: boolean,
): Promise<void> {
  const member = await findMember(services.db, viewer, uuid);
  if (member.is_me) throw new Failure("not_found");
  const { conversation_pk, own_number, number } = member;
  await (is_hidden ? insertHidden : deleteHidden)(services.db, {
    conversation_pk,
    own_number,
    number,
  });
  const { room_uuid } = member;
  const replied = await findRepliedMember(services.db, room_uuid, own_number);
  if (replied?.unread_number === null) {
    await removeRoomNotice(services.db, viewer.user.pk, room_uuid);
  }
  publishCounts(services, viewer.identity);
}

// In every room if `room_uuid` is null. Also an account that its owner has left and may restore.
const insertBlock = statement(
  "rooms.insertBlock",
  `
  with blocked_user as (
    select pk from users where lower(account) = lower(:account)
  ), blocked_room as (
    select conversation_pk as pk from rooms join conversations on conversations.pk = rooms.conversation_pk
    where conversations.uuid = :room_uuid?
    union all
    select null where :room_uuid?::text is null
  )
  insert into room_blocks (user_pk, conversation_pk, blocked_hour)
  select blocked_user.pk, blocked_room.pk, date_trunc('hour', now()) from blocked_user, blocked_room
  on conflict (user_pk, conversation_pk) do update set blocked_hour = room_blocks.blocked_hour
  returning pk`,
);

/** Blocks an account in a room, or in all if `room_uuid` is null; false if there is no such account or room. */
export async function blockInRooms(
  db: Db,
  account: string,
  room_uuid: string | null,
): Promise<boolean> {
  return (await insertBlock(db, { account, room_uuid })).length > 0;
}

// An unknown room must not be taken for all of them.
const deleteBlock = statement(
  "rooms.deleteBlock",
  `
  delete from room_blocks using users
  where users.pk = room_blocks.user_pk and lower(users.account) = lower(:account)
    and case
      when :room_uuid?::text is null then conversation_pk is null
      else conversation_pk = (select pk from conversations where uuid = :room_uuid?)
    end
  returning room_blocks.pk`,
);

/** Ends a block of `blockInRooms`; false if there was none. */
export async function unblockInRooms(
  db: Db,
  account: string,
  room_uuid: string | null,
): Promise<boolean> {
  return (await deleteBlock(db, { account, room_uuid })).length > 0;
}
