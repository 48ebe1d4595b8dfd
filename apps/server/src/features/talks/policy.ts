import { findToday, isAdult, parseBirthday } from "@toibako/contract/birthdays.ts";
import type { ErrorCode } from "@toibako/contract/errors.ts";
import { freeTalks, messagesBeforeReply } from "@toibako/contract/talks.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";

// The numbers of the two participants of a talk.
export const starterNumber = 1;
export const receiverNumber = 2;

/** A person as the rules of talks know them. */
export type TalkPerson = Pick<SessionUser, "birthday" | "time_zone">;

/** The one to whom somebody writes. */
export interface WritingPartner extends TalkPerson {
  is_receive_dm: boolean;
  has_left: boolean;
  /** Whether they block the writer, in whatever way. */
  is_blocked: boolean;
}

/** What decides whether somebody can write: to a new receiver, or in an existing talk. */
export interface WritingFacts {
  writer: TalkPerson & Pick<SessionUser, "is_message_tos_showed">;
  /** The other one; undefined if their account was destroyed. */
  partner: WritingPartner | undefined;
}

function isGrownUp({ birthday, time_zone }: TalkPerson): boolean {
  const date = parseBirthday(birthday);
  return date !== null && isAdult(date, findToday(time_zone));
}

/** Finds what the writer themselves lacks; undefined if nothing. */
export function findOwnRefusal({ writer }: Pick<WritingFacts, "writer">): ErrorCode | undefined {
  if (!writer.is_message_tos_showed) return "terms_needed";
  if (writer.birthday === null) return "birth_date_needed";
  return isGrownUp(writer) ? undefined : "too_young";
}

/**
 * Finds why somebody can't start a talk with a receiver; undefined if they can. Profiles show who takes messages, so a
 * refusal because of a block would tell of it: such a talk starts, and never arrives.
 */
export function findStartRefusal(facts: WritingFacts): ErrorCode | undefined {
  const own = findOwnRefusal(facts);
  if (own) return own;
  const { partner } = facts;
  const mayReceive = partner && !partner.has_left && isGrownUp(partner) && partner.is_receive_dm;
  return mayReceive ? undefined : "talk_refused";
}

/** What decides whether somebody can post in an existing talk. */
export interface PostingFacts extends WritingFacts {
  is_viewable: boolean;
  /** Whether one of the two has ended it, or the writer blocks the partner. */
  is_ended: boolean;
  /** Whether it has arrived at its receiver. */
  has_arrived: boolean;
  /** Whether the writer doesn't know who the partner is. */
  is_partner_anonymous: boolean;
  /** Null without a limit. */
  messages_left: number | null;
}

/**
 * Finds why somebody can't post in a talk; undefined if they can. Whether the receiver takes new messages was asked at
 * the start. A block refuses the posts in a talk that has arrived: its partner may as well have ended it. Leaving
 * doesn't refuse those to an anonymous starter, because their profile disappears and returns at the same moments.
 */
export function findPostRefusal(facts: PostingFacts): ErrorCode | undefined {
  const { partner, is_viewable, is_ended, messages_left } = facts;
  if (!is_viewable) return "forbidden";
  const own = findOwnRefusal(facts);
  if (own) return own;
  if (is_ended || (partner?.is_blocked && facts.has_arrived)) return "talk_refused";
  const isThere =
    partner && isGrownUp(partner) && (!partner.has_left || facts.is_partner_anonymous);
  if (!isThere) return "talk_refused";
  return messages_left === 0 ? "reply_needed" : undefined;
}

/** What decides whether somebody can read a talk. */
export interface ViewingFacts {
  is_starter: boolean;
  is_starter_shown: boolean;
  is_subscriber: boolean;
  /** Whether the two follow each other. */
  is_mutual: boolean;
  /** How many of the receiver's other talks arrived before this one; those reported or blocked don't count. */
  earlier_talks: number;
  /** Whether the site has a payment provider; without one, every talk is viewable. */
  has_payment: boolean;
}

/**
 * Whether somebody can read a talk. Mutual followers count only after the starter has shown themselves: otherwise a
 * talk that opens would tell its receiver that a mutual has started it.
 */
export function isViewable(facts: ViewingFacts): boolean {
  if (!facts.has_payment || facts.is_starter || facts.is_subscriber) return true;
  if (facts.is_starter_shown && facts.is_mutual) return true;
  return facts.earlier_talks < freeTalks;
}

/** How many messages a starter may still send before the first reply; null without this limit. */
export function countMessagesLeft(talk: {
  is_starter: boolean;
  is_answered: boolean;
  sent_count: number;
}): number | null {
  if (!talk.is_starter || talk.is_answered) return null;
  return Math.max(0, messagesBeforeReply - talk.sent_count);
}

/** Accounts' keys are padded to this length, so that all sealed keys have the same length. */
const paddedStarterBytes = 24;

/** Seals the account that starts a talk, bound to the talk's id. */
export function sealStarter(secrets: Secrets, uuid: string, user_pk: number): Buffer {
  return secrets.seal(String(user_pk), `talk ${uuid}`, paddedStarterBytes);
}

/** Returns the account that has started a talk; undefined if it can't be unsealed. */
export function unsealStarter(
  secrets: Secrets,
  uuid: string,
  sealed: Uint8Array,
): number | undefined {
  const user_pk = secrets.unseal(sealed, `talk ${uuid}`);
  return user_pk === undefined ? undefined : Number(user_pk);
}

/** Whether a participant of a talk is notified of its unread messages. A talk waits for its receiver only. */
export function causesNotice(talk: {
  is_starter: boolean;
  is_viewable: boolean;
  is_held: boolean;
  is_muted: boolean;
  is_ended: boolean;
  is_reported: boolean;
  unread_count: number;
}): boolean {
  const { is_starter, is_viewable, is_held, is_muted, is_ended, is_reported, unread_count } = talk;
  if (unread_count === 0 || !is_viewable || (is_held && !is_starter)) return false;
  return !(is_muted || is_ended || is_reported);
}

/**
 * Whether the partner of the one who has changed a talk is told of the change by a hint. A talk in which nobody has
 * written, or that waits, is not there for its receiver.
 */
export const isPartnerTold = (talk: {
  is_starter: boolean;
  is_held: boolean;
  has_arrived: boolean;
}): boolean => talk.has_arrived && !(talk.is_starter && talk.is_held);
