import { messageKeyPattern, messageLength } from "@toibako/contract/messages.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishConversation } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import {
  findPosted,
  lockConversation,
  markRead,
  type NewMessage,
  storeMessage,
  takeBack,
} from "../../messages/commands.ts";
import type { StoredMessage } from "../../messages/policy.ts";
import { isBlocked } from "../../moderation/queries.ts";
import { findPostRefusal } from "../policy.ts";
import {
  countLeft,
  findOwnTalk,
  findTalkPerson,
  isTalkViewable,
  type OwnTalk,
} from "../queries/talk.ts";

const validKey = new RegExp(messageKeyPattern);

const selectEnded = statement(
  "talks.selectEnded",
  "select from participants where conversation_pk = :conversation_pk and is_ended limit 1",
);

// A talk arrives with its first message. While the receiver's calm mode is on, it waits.
const markArrived = statement(
  "talks.markArrived",
  `
  update talks set arrived_minute = :arrived_minute, is_held = :is_held
  where conversation_pk = :conversation_pk and arrived_minute is null`,
);

const markAnswered = statement(
  "talks.markAnswered",
  `
  update talks set is_answered = true, is_held = false
  where conversation_pk = :conversation_pk and not is_answered`,
);

/** A message as its sender's client sends it. */
export interface TypedMessage {
  uuid: string;
  key: string;
  body: string;
}

/** A message that was stored, or found, with the talk as its sender sees it afterwards. */
export interface ChangedTalk {
  message: StoredMessage;
  talk: OwnTalk;
}

/**
 * Posts a message in a talk of the caller. A repeated call with the same key and text returns the stored message,
 * whatever has happened to the talk since.
 */
export async function postInTalk(
  services: Services,
  viewer: SignedIn,
  { uuid, key, body: typed }: TypedMessage,
): Promise<ChangedTalk> {
  if (!validKey.test(key)) throw new Failure("malformed");
  const body = requireText("body", typed, messageLength);
  const { message, talk, isNew } = await changeTalk(services, viewer, uuid, async (db, talk) => {
    const { conversation_pk, own_number: sender_number } = talk;
    const posting: NewMessage = { conversation_pk, sender_number, key, body };
    const posted = await findPosted(db, posting);
    if (posted) return { message: posted, isNew: false };
    return { message: await storeInTalk({ ...services, db }, viewer, talk, posting), isNew: true };
  });
  if (isNew) publishTalk(services, viewer, talk);
  return { message, talk };
}

async function storeInTalk(
  services: Services,
  viewer: SignedIn,
  talk: OwnTalk,
  posting: NewMessage,
): Promise<StoredMessage> {
  const { db } = services;
  const { conversation_pk, sealed_partner_pk, is_starter } = talk;
  const partner =
    sealed_partner_pk === undefined ? undefined : await findTalkPerson(db, sealed_partner_pk);
  const refusal = findPostRefusal({
    writer: viewer.user,
    partner,
    is_viewable: isTalkViewable(services, talk),
    is_ended: (await selectEnded(db, { conversation_pk })).length > 0,
    is_blocked: partner !== undefined && (await isBlocked(services, partner.pk, viewer)),
    messages_left: countLeft(talk),
  });
  if (refusal) throw new Failure(refusal);
  const message = await storeMessage(db, posting);
  if (!is_starter) await markAnswered(db, { conversation_pk });
  else if (!talk.arrived_minute) {
    const is_held = partner?.is_calm === true;
    await markArrived(db, { conversation_pk, arrived_minute: message.posted_minute, is_held });
  }
  return message;
}

/** Takes back the caller's own message. */
export async function takeBackInTalk(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  key: string,
): Promise<ChangedTalk> {
  const changed = await changeTalk(services, viewer, uuid, async (db, talk) => ({
    message: await takeBack(db, {
      conversation_pk: talk.conversation_pk,
      sender_number: talk.own_number,
      key,
    }),
  }));
  publishTalk(services, viewer, changed.talk);
  return changed;
}

/** Marks the messages of a talk as read by the caller. */
export async function readAllInTalk(
  services: Services,
  viewer: SignedIn,
  uuid: string,
): Promise<void> {
  const { talk, isMarked } = await changeTalk(services, viewer, uuid, async (db, talk) => {
    if (!isTalkViewable(services, talk)) throw new Failure("forbidden");
    return { isMarked: await markRead(db, talk.conversation_pk, talk.own_number) };
  });
  if (isMarked) publishTalk(services, viewer, talk);
}

/**
 * Locks a talk of the caller, reads it, and runs `change` with it in one transaction. Returns the result of `change` with
 * the talk as it is afterwards.
 */
function changeTalk<T extends object>(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  change: (db: Db, talk: OwnTalk) => Promise<T>,
): Promise<T & { talk: OwnTalk }> {
  return lockThen(
    services.db,
    (db) => lockConversation(db, uuid),
    async (db) => {
      const own = { ...services, db };
      const result = await change(db, await findOwnTalk(own, viewer, uuid));
      return { ...result, talk: await findOwnTalk(own, viewer, uuid) };
    },
  );
}

/** Tells the open pages of both that their talk has changed. */
export function publishTalk(services: Services, viewer: SignedIn, talk: OwnTalk): void {
  const { uuid, last_change, sealed_partner_pk } = talk;
  publishConversation(services, viewer.identity, { uuid, last_change });
  // A talk that nobody has written in, or that waits, is not there for its receiver.
  const isShown = talk.arrived_minute !== null && !(talk.is_starter && talk.is_held);
  // Publishes to an account that doesn't exist if the partner isn't to know, so that it takes the same time.
  const partner_pk = isShown && sealed_partner_pk ? sealed_partner_pk : -viewer.user.pk;
  publishConversation(services, services.secrets.deriveAccountIdentity(partner_pk), {
    uuid,
    last_change,
  });
}
