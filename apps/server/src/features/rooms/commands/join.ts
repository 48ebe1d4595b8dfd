import type { Db } from "#platform/database/db.ts";
import { isUniqueViolation } from "#platform/database/db-errors.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { lockConversation } from "../../messages/commands.ts";
import { openNextRoomJob } from "../job-definitions.ts";
import { findEntryRefusal } from "../policy/entry.ts";
import { membersBeforeNext } from "../policy/grades.ts";
import type { CheckedProfile } from "../policy/profile.ts";
import { buildBlockedSql, findRoom } from "../queries/rooms.ts";
import { publishRoom } from "./hints.ts";
import { readProfile, requireFreeName, savePicture, type TypedProfile } from "./profile.ts";

const selectEntry = statement(
  "rooms.selectEntry",
  `
  select rooms.conversation_pk, rooms.birth_year, rooms.min_age, rooms.is_archived, rooms.members_count,
    newcomer.birthday::text as birthday,
    ${buildBlockedSql(":user_pk", "rooms.conversation_pk")} as "is_blocked!",
    exists (
      select from room_members where user_pk = :user_pk and is_of_grade and not is_left
    ) as "is_in_grade_room!",
    (
      select uuid from room_members
      where room_members.conversation_pk = rooms.conversation_pk and user_pk = :user_pk and not is_left
    ) as own_uuid
  from rooms join conversations on conversations.pk = rooms.conversation_pk
  join users newcomer on newcomer.pk = :user_pk
  where conversations.uuid = :uuid`,
);

/**
 * Finds the membership of somebody in a room, or the room that they may join; throws if they may not. Staff may have
 * changed the birthday since the call began.
 */
async function requireEntry(db: Db, { user }: SignedIn, uuid: string) {
  const [entry] = await selectEntry(db, { uuid, user_pk: user.pk });
  if (!entry) throw new Failure("not_found");
  if (entry.own_uuid !== null) return { ...entry, own_uuid: entry.own_uuid };
  const refusal = findEntryRefusal({ ...user, birthday: entry.birthday }, entry);
  if (refusal) throw new Failure(refusal);
  return { ...entry, own_uuid: undefined };
}

// The member has the number of the change. Older messages count as read. The room is locked, so the name is free and
// the place too.
const insertMember = statement(
  "rooms.insertMember",
  `
  with changed as (
    update conversations set last_change = last_change + 1 where pk = :conversation_pk
    returning pk, last_change, last_number
  ), new_participant as (
    insert into participants (conversation_pk, number, user_pk, read_number)
    select pk, last_change, :user_pk, last_number from changed
  ), new_member as (
    insert into room_members
      (conversation_pk, number, uuid, user_pk, display_name, name_key, icon_url, change, is_of_grade)
    select pk, last_change, :uuid, :user_pk, :display_name, :name_key, :icon_url?, last_change, :is_of_grade
    from changed
    returning conversation_pk, number
  ), new_answers as (
    insert into room_answers (conversation_pk, member_number, question_pk, value, option_position)
    select new_member.conversation_pk, new_member.number, question_pk, value, option_position
    from new_member, jsonb_to_recordset(:answers::jsonb) as answer
      (question_pk bigint, value text, option_position integer)
  ), counted as (
    update rooms set members_count = members_count + 1 where conversation_pk = :conversation_pk
    returning members_count, birth_year
  ), enqueued_opening as (
    ${enqueueSql(
      [openNextRoomJob],
      `(
      select from counted where birth_year is not null and members_count = ${membersBeforeNext}
    ) nearly_full`,
    )}
  )
  select last_change from changed`,
);

// A birthday changes either before the membership is read or after it is stored, and then ends it.
const lockNewcomer = statement(
  "rooms.lockNewcomer",
  "select pk from users where pk = :user_pk for share",
);

/** Stores a membership, or finds the one that exists, and returns its id. */
async function storeMember(
  db: Db,
  viewer: SignedIn,
  room_uuid: string,
  profile: CheckedProfile,
  icon_url: string | null,
): Promise<{ uuid: string }> {
  const lock = async (db: Db) => {
    await lockNewcomer(db, { user_pk: viewer.user.pk });
    return lockConversation(db, room_uuid);
  };
  return lockThen(db, lock, async (db) => {
    const { own_uuid, conversation_pk, birth_year } = await requireEntry(db, viewer, room_uuid);
    if (own_uuid !== undefined) return { uuid: own_uuid };
    await requireFreeName(db, conversation_pk, profile.display_name);
    const uuid = createPublicId();
    await insertMember(db, {
      conversation_pk,
      uuid,
      user_pk: viewer.user.pk,
      display_name: profile.display_name,
      name_key: profile.name_key,
      icon_url,
      is_of_grade: birth_year !== null,
      answers: JSON.stringify(profile.answers),
    });
    return { uuid };
  }).catch((error: unknown) => {
    // A simultaneous call of the same account has joined another room of its school year.
    throw isUniqueViolation(error) ? new Failure("no_entry") : error;
  });
}

/**
 * Joins a room and returns the id of the membership; a repeated call returns that of the present one. The picture is
 * converted before the room is locked.
 */
export async function joinRoom(
  services: Services,
  viewer: SignedIn,
  ip: string,
  room_uuid: string,
  typed: TypedProfile,
): Promise<string> {
  const { db } = services;
  const { own_uuid } = await requireEntry(db, viewer, room_uuid);
  if (own_uuid !== undefined) return own_uuid;
  const room = await findRoom(db, viewer, room_uuid);
  const profile = await readProfile(services, room, typed);
  const store = (icon_url: string | null) => storeMember(db, viewer, room_uuid, profile, icon_url);
  const { base64_image } = typed;
  const member =
    typeof base64_image === "string"
      ? await savePicture(services, ip, base64_image, store)
      : await store(null);
  publishRoom(services, room_uuid);
  return member.uuid;
}
