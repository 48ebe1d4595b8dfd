import { maxPictureBytes } from "@toibako/contract/pictures.ts";
import type { roomProfileFields } from "@toibako/contract/rooms.ts";
import type { Static, TObject } from "typebox";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { hasContact } from "../../filters/contacts.ts";
import { hasForbiddenWord } from "../../filters/queries/site-lists.ts";
import { lockConversation } from "../../messages/commands.ts";
import { removePicture, storePicture } from "../../pictures/commands.ts";
import { deletePictureJob } from "../../pictures/job-definitions.ts";
import { isPictureSql } from "../../pictures/queries.ts";
import { isWithoutLatin } from "../policy/grades.ts";
import {
  type CheckedProfile,
  checkProfile,
  decodePicture,
  listNameKeys,
} from "../policy/profile.ts";
import { findMember } from "../queries/members.ts";
import { findQuestions } from "../queries/questions.ts";
import { findRoom, type RoomRow } from "../queries/rooms.ts";
import { publishRoom } from "./hints.ts";

/** How a member wants to be known, as the form sends it. */
export type TypedProfile = Static<TObject<typeof roomProfileFields>>;

/** Checks what somebody has written for a room; throws for invalid fields and for forbidden words. */
export async function readProfile(
  services: Services,
  room: RoomRow,
  typed: TypedProfile,
): Promise<CheckedProfile> {
  const is_without_latin = isWithoutLatin(room);
  const questions = await findQuestions(services.db, room.group_uuid);
  const profile = checkProfile(typed, questions, is_without_latin);
  for (const { field, text } of profile.texts) {
    const isForbidden = await hasForbiddenWord(services, text);
    if (isForbidden || (is_without_latin && hasContact(text))) {
      throw new Failure("forbidden_words", { fields: [{ field, text_key: "forbidden_words" }] });
    }
  }
  return profile;
}

/** Decodes, converts and stores a picture, and returns its address. */
async function storeRoomPicture(services: Services, ip: string, text: string): Promise<string> {
  const file = decodePicture(text);
  if (!file) throw createPictureFailure("wrong_media");
  if (file.length > maxPictureBytes) throw createPictureFailure("too_large");
  return storePicture(services, ip, file).catch((error: unknown) => {
    const code = error instanceof Failure ? error.code : undefined;
    throw code === "wrong_media" || code === "too_large" ? createPictureFailure(code) : error;
  });
}

function createPictureFailure(code: "wrong_media" | "too_large"): Failure {
  return new Failure(code, { fields: [{ field: "base64_image", text_key: `picture_${code}` }] });
}

const selectPicture = statement(
  "rooms.selectPicture",
  "select uuid from room_members where uuid = :uuid and icon_url = :icon_url",
);

/**
 * Stores the picture of a membership before `save` stores its address. Removes the file if the membership doesn't use it
 * afterwards.
 */
export async function savePicture<T extends { uuid: string }>(
  services: Services,
  ip: string,
  base64_image: string,
  save: (icon_url: string) => Promise<T>,
): Promise<T> {
  const icon_url = await storeRoomPicture(services, ip, base64_image);
  const removeUnused = async (uuid: string) => {
    const used = await selectPicture(services.db, { uuid, icon_url });
    if (used.length === 0) await removePicture(services, icon_url);
  };
  try {
    const saved = await save(icon_url);
    await removeUnused(saved.uuid);
    return saved;
  } catch (error) {
    // The row may be stored although the database's reply was lost; then the file stays.
    if (error instanceof Failure) await removePicture(services, icon_url);
    throw error;
  }
}

const selectSameName = statement(
  "rooms.selectSameName",
  `
  select number from room_members
  where conversation_pk = :conversation_pk and name_key = any(:name_keys::text[]) and not is_left and number <> :own_number`,
);

/** Throws if another present member of a locked room has the same name. */
export async function requireFreeName(
  db: Db,
  conversation_pk: number,
  display_name: string,
  own_number = 0,
): Promise<void> {
  const name_keys = listNameKeys(display_name);
  const same = await selectSameName(db, { conversation_pk, name_keys, own_number });
  if (same.length > 0) throw createFieldFailure("display_name", "name_taken");
}

// The former picture is read as it was before the update.
const updateMember = statement(
  "rooms.updateMember",
  `
  with changed as (
    update conversations set last_change = last_change + 1 where pk = :conversation_pk
    returning last_change
  ), former_picture as (
    select icon_url from room_members
    where conversation_pk = :conversation_pk and number = :number and :has_new_picture
      and ${isPictureSql("icon_url")}
  ), enqueued_deletion as (
    ${enqueueSql([deletePictureJob], "former_picture")}
  ), updated_member as (
    update room_members set display_name = :display_name, name_key = :name_key, change = changed.last_change,
      icon_url = case when :has_new_picture then :icon_url? else icon_url end
    from changed where conversation_pk = :conversation_pk and number = :number
    returning conversation_pk, number
  ), upserted_answers as (
    insert into room_answers (conversation_pk, member_number, question_pk, value, option_position)
    select member.conversation_pk, member.number, question_pk, value, option_position
    from updated_member member, jsonb_to_recordset(:answers::jsonb) as answer
      (question_pk bigint, value text, option_position integer)
    on conflict (conversation_pk, question_pk, member_number)
      do update set value = excluded.value, option_position = excluded.option_position
  ), deleted_answers as (
    delete from room_answers using updated_member
    where room_answers.conversation_pk = updated_member.conversation_pk
      and room_answers.member_number = updated_member.number
      and question_pk not in (
        select question_pk from jsonb_to_recordset(:answers::jsonb) as answer (question_pk bigint)
      )
  )
  select number from updated_member`,
);

/**
 * Saves how the caller is known in a room. Others can't be changed, nor can a member whom staff have blocked, or one of
 * an archived room: names are texts that others read.
 */
export async function saveProfile(
  services: Services,
  viewer: SignedIn,
  ip: string,
  uuid: string,
  typed: TypedProfile,
): Promise<void> {
  const member = await findMember(services.db, viewer, uuid);
  if (!member.is_me) throw new Failure(member.has_left ? "not_found" : "forbidden");
  const room = await findWritableRoom(services.db, viewer, member.room_uuid);
  const profile = await readProfile(services, room, typed);
  const { base64_image } = typed;
  const write = async (icon_url: string | null) => {
    const picture = { has_new_picture: base64_image !== undefined, icon_url };
    await writeProfile(services.db, viewer, member, profile, picture);
    publishRoom(services, member.room_uuid);
    return { uuid };
  };
  if (typeof base64_image === "string") await savePicture(services, ip, base64_image, write);
  else await write(null);
}

/** Finds a room for a change of the caller's name; throws if they are blocked there or the room is closed. */
async function findWritableRoom(db: Db, viewer: SignedIn, uuid: string) {
  const room = await findRoom(db, viewer, uuid);
  if (room.is_blocked || room.is_archived) throw new Failure("forbidden");
  return room;
}

function writeProfile(
  db: Db,
  viewer: SignedIn,
  { room_uuid, uuid }: { room_uuid: string; uuid: string },
  { display_name, name_key, answers }: CheckedProfile,
  picture: { has_new_picture: boolean; icon_url: string | null },
): Promise<void> {
  return lockThen(
    db,
    (db) => lockConversation(db, room_uuid),
    async (db) => {
      const { is_me, conversation_pk, number } = await findMember(db, viewer, uuid);
      if (!is_me) throw new Failure("not_found");
      // Converting the picture has taken a while.
      await findWritableRoom(db, viewer, room_uuid);
      await requireFreeName(db, conversation_pk, display_name, number);
      await updateMember(db, {
        conversation_pk,
        number,
        display_name,
        name_key,
        answers: JSON.stringify(answers),
        ...picture,
      });
    },
  );
}
