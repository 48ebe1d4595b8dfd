import { messageLength } from "@toibako/contract/messages.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishConversation, publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { hasForbiddenWord } from "../../filters/queries/site-lists.ts";
import {
  findPosted,
  lockConversation,
  markRead,
  type NewMessage,
  storeMessage,
  takeBack,
} from "../../messages/commands.ts";
import { requireKey, type StoredMessage } from "../../messages/policy.ts";
import { removeTalkNotice } from "../../notices/commands/talk-notices.ts";
import {
  updateReceiverNoticesJob,
  updateStarterNoticesJob,
} from "../../notices/job-definitions.ts";
import { findPostRefusal, isPartnerTold, receiverNumber } from "../policy.ts";
import {
  countLeft,
  findOwnTalk,
  findPartner,
  isTalkViewable,
  type OwnTalk,
} from "../queries/talk.ts";

// A talk arrives with its first message. While the receiver's calm mode is on, it waits.
const markArrived = statement(
  "talks.markArrived",
  `
  update talks set arrived_minute = :arrived_minute, is_held = :is_held
  where conversation_pk = :conversation_pk and arrived_minute is null`,
);

// A talk with somebody who blocks its starter doesn't arrive. If it arrives after the block has ended, what was written
// before stays hidden.
const hideFromReceiver = statement(
  "talks.hideFromReceiver",
  `
  update participants set removed_number = :number
  where conversation_pk = :conversation_pk and participants.number = ${receiverNumber}`,
);

const markAnswered = statement(
  "talks.markAnswered",
  `
  update talks set is_answered = true, is_held = false
  where conversation_pk = :conversation_pk and not is_answered`,
);

const changedTalkSql = "(select :talk_uuid::text as talk_uuid) as changed";
const enqueueReceiverNotice = statement(
  "talks.enqueueReceiverNotice",
  enqueueSql([updateReceiverNoticesJob], changedTalkSql),
);
const enqueueStarterNotice = statement(
  "talks.enqueueStarterNotice",
  enqueueSql([updateStarterNoticesJob], changedTalkSql),
);

/** Lets the partner's notice follow what has changed in a talk; part of the transaction of the change. */
export async function enqueuePartnerNotice(
  db: Db,
  { uuid, is_starter }: Pick<OwnTalk, "uuid" | "is_starter">,
): Promise<void> {
  await (is_starter ? enqueueReceiverNotice : enqueueStarterNotice)(db, { talk_uuid: uuid });
}

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
  requireKey(key);
  const body = requireText("body", typed, messageLength);
  const is_forbidden = await hasForbiddenWord(services, body);
  const { changed, isNew } = await changeTalk(services, viewer, uuid, async (db, talk) => {
    const { conversation_pk, own_number: sender_number } = talk;
    const posting: NewMessage = { conversation_pk, sender_number, key, body };
    const posted = await findPosted(db, posting);
    if (posted) return { changed: { message: posted, talk }, isNew: false };
    const partner = await requirePartner({ ...services, db }, viewer, talk);
    if (is_forbidden) throw new Failure("forbidden_words");
    const changed = await storeInTalk(db, talk, posting, partner);
    await enqueuePartnerNotice(db, talk);
    return { changed, isNew: true };
  });
  if (isNew) publishTalk(services, viewer, changed.talk);
  return changed;
}

/** Finds the partner of a talk, and why the caller can't write to them now; the refusal is undefined if they can. */
async function findPartnerOf(services: Services, viewer: SignedIn, talk: OwnTalk) {
  const { sealed_partner_pk } = talk;
  const partner =
    sealed_partner_pk === undefined
      ? undefined
      : await findPartner(services, viewer, sealed_partner_pk, talk);
  const is_ended =
    talk.is_ended || talk.is_ended_by_partner || (partner?.is_blocked_by_writer ?? false);
  const refusal = findPostRefusal({
    writer: viewer.user,
    partner,
    is_viewable: isTalkViewable(services, talk),
    is_ended,
    has_arrived: talk.arrived_minute !== null,
    is_partner_anonymous: !talk.is_starter && !talk.is_starter_shown,
    messages_left: countLeft(talk),
  });
  return { partner, refusal };
}

/** What of the partner decides how a message arrives. */
interface ReceivingPartner {
  is_calm: boolean;
  is_blocked: boolean;
  /** Whether staff have stopped the writer, whose new talks then don't arrive either. */
  is_writer_stopped: boolean;
}

/** Returns the partner of a talk if the caller can write to them now; throws otherwise. */
async function requirePartner(
  services: Services,
  viewer: SignedIn,
  talk: OwnTalk,
): Promise<ReceivingPartner> {
  const { partner, refusal } = await findPartnerOf(services, viewer, talk);
  if (refusal || !partner) throw new Failure(refusal ?? "talk_refused");
  return partner;
}

/** Throws if the partner of a talk receives no messages of the caller. */
export async function requireReceiving(
  services: Services,
  viewer: SignedIn,
  talk: OwnTalk,
): Promise<void> {
  const { refusal } = await findPartnerOf(services, viewer, talk);
  if (refusal === "talk_refused") throw new Failure(refusal);
}

async function storeInTalk(
  db: Db,
  talk: OwnTalk,
  posting: NewMessage,
  { is_calm, is_blocked, is_writer_stopped }: ReceivingPartner,
): Promise<ChangedTalk> {
  const { conversation_pk, is_starter } = talk;
  const message = await storeMessage(db, posting);
  const changed = { ...talk, last_change: message.change, last_number: message.number };
  if (is_starter && !talk.arrived_minute) {
    if (is_blocked || is_writer_stopped) {
      await hideFromReceiver(db, { conversation_pk, number: message.number });
      return { message, talk: changed };
    }
    const arrival = { arrived_minute: message.posted_minute, is_held: is_calm };
    await markArrived(db, { conversation_pk, ...arrival });
    return { message, talk: { ...changed, ...arrival } };
  }
  if (!is_starter && !talk.is_answered) {
    await markAnswered(db, { conversation_pk });
    return { message, talk: { ...changed, is_answered: true, is_held: false } };
  }
  return { message, talk: changed };
}

/** Takes back the caller's own message. */
export async function takeBackInTalk(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  key: string,
): Promise<ChangedTalk> {
  const changed = await changeTalk(services, viewer, uuid, async (db, talk) => {
    const { conversation_pk, own_number: sender_number, last_change } = talk;
    const message = await takeBack(db, { conversation_pk, sender_number, key });
    await enqueuePartnerNotice(db, talk);
    return { message, talk: { ...talk, last_change: Math.max(last_change, message.change) } };
  });
  publishTalk(services, viewer, changed.talk);
  return changed;
}

/**
 * Marks the messages of a talk as read by the caller, up to a number or to the newest, and deletes the notice of them,
 * unless a later message is unread.
 */
export async function readInTalk(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  up_to: number | undefined,
): Promise<void> {
  const { talk, last_change } = await changeTalk(services, viewer, uuid, async (db, talk) => {
    if (!isTalkViewable(services, talk)) throw new Failure("forbidden");
    // The starter of a talk that waits doesn't learn that it was opened.
    if (talk.is_held && !talk.is_starter) return { talk, last_change: undefined };
    return { talk, last_change: await markRead(db, talk, up_to) };
  });
  if (last_change !== undefined) publishTalk(services, viewer, { ...talk, last_change });
  if (up_to !== undefined && up_to < talk.partner_sent_number) return;
  // Also if the mark has not grown, so that opening a talk always clears its notice. The jobs that store notices wait
  // for the mark, or look at it again afterwards.
  if (await removeTalkNotice(services, viewer, talk)) publishCounts(services, viewer.identity);
}

/** Locks a talk of the caller, reads it, and runs `change` with it in one transaction. */
export function changeTalk<T>(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  change: (db: Db, talk: OwnTalk) => Promise<T>,
): Promise<T> {
  return lockThen(
    services.db,
    (db) => lockConversation(db, uuid),
    async (db) => change(db, await findOwnTalk({ ...services, db }, viewer, uuid)),
  );
}

/** Tells the open pages of both that their talk has changed. */
export function publishTalk(services: Services, viewer: SignedIn, talk: OwnTalk): void {
  const { uuid, last_change, sealed_partner_pk } = talk;
  publishConversation(services, viewer.identity, { uuid, last_change });
  const isTold = isPartnerTold({ ...talk, has_arrived: talk.arrived_minute !== null });
  // Publishes to an account that doesn't exist if the partner isn't to know, so that it takes the same time.
  const partner_pk = isTold && sealed_partner_pk ? sealed_partner_pk : -viewer.user.pk;
  publishConversation(services, services.secrets.deriveAccountIdentity(partner_pk), {
    uuid,
    last_change,
  });
}
