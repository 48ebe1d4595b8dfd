import { messageLength } from "@toibako/contract/messages.ts";
import { hasLatinLetter } from "@toibako/contract/rooms/letters.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishConversation, publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { hasContact } from "../../filters/contacts.ts";
import { hasForbiddenWord } from "../../filters/queries/site-lists.ts";
import {
  findPosted,
  lockConversation,
  markReadUnseen,
  storeMessage,
  takeBack,
} from "../../messages/commands.ts";
import { requireKey, type StoredMessage } from "../../messages/policy.ts";
import { findMessage } from "../../messages/queries.ts";
import { removeRoomNotice } from "../../notices/commands/room-notices.ts";
import { updateRoomNoticesJob } from "../../notices/job-definitions.ts";
import { isWithoutLatin } from "../policy/grades.ts";
import { findPostRefusal } from "../policy/posting.ts";
import { findOwnMember, type OwnMember } from "../queries/own-member.ts";
import { findRepliedMember } from "../queries/replies.ts";
import { publishRoom } from "./hints.ts";

const enqueueNotice = statement(
  "rooms.enqueueNotice",
  enqueueSql(
    [updateRoomNoticesJob],
    "(select :room_uuid::text as room_uuid, :member_number::bigint as member_number) as replied",
  ),
);

/** Lets the notice of a member follow the replies to them; part of the transaction of the change. */
async function enqueueRepliedNotice(
  db: Db,
  { uuid: room_uuid, own_number }: OwnMember,
  { replied_sender_number: member_number }: StoredMessage,
): Promise<void> {
  if (member_number === null || member_number === own_number) return;
  await enqueueNotice(db, { room_uuid, member_number });
}

/** A message as its sender's client sends it. */
export interface TypedRoomMessage {
  uuid: string;
  key: string;
  body: string;
  /** The key of the message that it replies to. */
  reply_to: string | null;
}

/** A message that was stored, or found, with the room as its sender sees it afterwards. */
interface ChangedMessage {
  message: StoredMessage;
  own: OwnMember;
}

/**
 * Posts a message in a room of the caller. A repeated call with the same key and text returns the stored message, as long
 * as the caller is a member.
 */
export async function postInRoom(
  services: Services,
  viewer: SignedIn,
  { uuid, key, body: typed, reply_to }: TypedRoomMessage,
): Promise<ChangedMessage> {
  requireKey(key);
  const body = requireText("body", typed, messageLength);
  const is_forbidden = await hasForbiddenWord(services, body);
  const { isNew, ...changed } = await lockThen(
    services.db,
    (db) => lockConversation(db, uuid),
    async (db) => {
      const own = await findOwnMember(db, viewer.user.pk, uuid, "forbidden");
      const { conversation_pk, own_number: sender_number } = own;
      const posting = { conversation_pk, sender_number, key, body };
      const posted = await findPosted(db, posting);
      if (posted) return { message: posted, own, isNew: false };
      requirePosting(viewer, own);
      requireAllowedText(own, body, is_forbidden);
      const replied = reply_to === null ? undefined : await findReplied(db, own, reply_to);
      const message = await storeMessage(db, { ...posting, replied });
      await enqueueRepliedNotice(db, own, message);
      return { message, own: { ...own, last_change: message.change }, isNew: true };
    },
  );
  if (isNew) publishRoom(services, uuid);
  return changed;
}

/** Throws unless the caller can post in the room now. */
function requirePosting({ user: writer }: SignedIn, own: OwnMember): void {
  const { is_blocked, is_archived, is_rules_accepted } = own;
  const refusal = findPostRefusal({
    writer,
    is_member: true,
    is_blocked,
    is_archived,
    is_rules_accepted,
  });
  if (refusal) throw new Failure(refusal);
}

/** Throws unless a text may be posted in the room. */
function requireAllowedText(
  { birth_year, locale }: OwnMember,
  body: string,
  is_forbidden: boolean,
): void {
  const is_without_latin = isWithoutLatin({ birth_year, locale });
  if (is_without_latin && hasLatinLetter(body)) throw new Failure("letters_refused");
  if (is_forbidden || (is_without_latin && hasContact(body))) throw new Failure("forbidden_words");
}

/** Finds the message that a new one replies to. */
async function findReplied(
  db: Db,
  { conversation_pk }: OwnMember,
  key: string,
): Promise<StoredMessage> {
  const replied = await findMessage(db, conversation_pk, key);
  if (!replied || replied.body === null) throw new Failure("not_found");
  return replied;
}

/** Takes back the caller's own message. */
export async function takeBackInRoom(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  key: string,
): Promise<ChangedMessage> {
  const changed = await lockThen(
    services.db,
    (db) => lockConversation(db, uuid),
    async (db) => {
      const own = await findOwnMember(db, viewer.user.pk, uuid, "not_found");
      const { conversation_pk, own_number: sender_number, last_change } = own;
      const message = await takeBack(db, { conversation_pk, sender_number, key });
      await enqueueRepliedNotice(db, own, message);
      return { message, own: { ...own, last_change: Math.max(last_change, message.change) } };
    },
  );
  publishRoom(services, uuid);
  return changed;
}

/**
 * Marks the messages of a room as read by the caller, up to a number or to the newest, and deletes the notice of replies
 * to them, unless a later reply is unread.
 */
export async function readInRoom(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  up_to: number | undefined,
): Promise<void> {
  const read = await markReadUnseen(services.db, uuid, viewer.user.pk, up_to);
  if (!read) throw new Failure("not_found");
  const { number, last_number, last_change, is_marked } = read;
  if (is_marked) publishConversation(services, viewer.identity, { uuid, last_change });
  if (up_to !== undefined && up_to < last_number) {
    const replied = await findRepliedMember(services.db, uuid, number);
    if (replied && replied.unread_number !== null) return;
  }
  // Also if the mark has not grown, so that opening a room always clears its notice. The job that stores notices locks
  // the mark.
  if (await removeRoomNotice(services.db, viewer.user.pk, uuid)) {
    publishCounts(services, viewer.identity);
  }
}
