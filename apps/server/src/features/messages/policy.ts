import { type DateReader, formatDate } from "@toibako/contract/dates.ts";
import { type Message, messageKeyPattern, takeBackMinutes } from "@toibako/contract/messages.ts";
import { millisecondsPerMinute } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";

/** A stored message; its text is null after it was taken back. */
export interface StoredMessage {
  key: string;
  number: number;
  change: number;
  sender_number: number;
  body: string | null;
  posted_minute: Date;
  /** Of a reply, the number of the message that it replies to, and the participant who has sent that one. */
  reply_to_number: number | null;
  replied_sender_number: number | null;
}

/**
 * A participant as a reader of messages: who they are, what they have read, and up to which number their own messages
 * are shown as read.
 */
export interface Reader {
  number: number;
  own_read_number: number;
  partner_read_number: number;
}

/** Describes a message for one of its readers. */
export function toMessage(
  { key, number: place, change, body, sender_number, posted_minute }: StoredMessage,
  { number, own_read_number, partner_read_number }: Reader,
  dateReader: DateReader,
): Message {
  const me = sender_number === number;
  return {
    key,
    number: place,
    change,
    body: body ?? "",
    is_taken_back: body === null,
    me,
    is_read: place <= (me ? partner_read_number : own_read_number),
    created_at: posted_minute.toISOString(),
    formatted_date_time: formatDate("minute", posted_minute, dateReader),
    formatted_date: formatDate("day", posted_minute, dateReader),
    formatted_time: formatDate("time", posted_minute, dateReader),
  };
}

const validKey = new RegExp(messageKeyPattern);

/** Throws unless a key has the form of keys of messages. */
export function requireKey(key: string): void {
  if (!validKey.test(key)) throw new Failure("malformed");
}

/** Rounds down to the minute, the most exact time that is stored of a message. */
export function floorToMinute(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / millisecondsPerMinute) * millisecondsPerMinute);
}

/** Whether the sender of a message may still take it back. */
export function mayTakeBack(posted_minute: Date, now = new Date()): boolean {
  return now.getTime() - posted_minute.getTime() < takeBackMinutes * millisecondsPerMinute;
}

/** Parses the number of a change or of a message; undefined for anything but a whole number from 0 on. */
export function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return undefined;
  return Number(text);
}
