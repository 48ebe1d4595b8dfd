import { readCalendarDay } from "@toibako/contract/dates.ts";
import { digestHour } from "@toibako/contract/digests.ts";
import { millisecondsPerDay, millisecondsPerHour } from "#platform/durations.ts";
import type { Secrets } from "#platform/identity/secrets.ts";

/** The numbers of new questions, answers, likes, followers and messages. */
export interface News {
  questions: number;
  answers: number;
  likes: number;
  followers: number;
  messages: number;
}

export const isEmpty = (news: News) => Object.values(news).every((count) => count === 0);

export interface DueDigest {
  /** The calendar day of the mail in the time zone, `YYYY-MM-DD`. */
  day: string;
  /** The mail is about what arrived before this moment. */
  end: Date;
}

/** The time that a mail is about, with its start and without its end. */
export interface Period {
  start: Date;
  end: Date;
}

/** A mail covers at most this number of days, for accounts that had turned it off in the meantime. */
const maxDays = 7;

/**
 * Finds the time that a mail is about: from the end of the last one, which may be more or less than a day before if
 * clocks were changed or the account has moved to another time zone. The first mail is about 24 hours.
 */
export function findPeriod(end: Date, lastEnd: Date | null): Period {
  const earliest = end.getTime() - maxDays * millisecondsPerDay;
  const start = lastEnd?.getTime() ?? end.getTime() - millisecondsPerDay;
  return { start: new Date(Math.max(start, earliest)), end };
}

/**
 * Finds the daily mail that is due in a time zone: from `digestHour` until midnight the mail of this day. At
 * other hours none is due.
 */
export function findDueDigest(time_zone: string, now: Date): DueDigest | undefined {
  const format = new Intl.DateTimeFormat("en", {
    hour: "2-digit",
    hourCycle: "h23",
    timeZone: time_zone,
  });
  const hoursSinceDue = Number(format.format(now)) - digestHour;
  if (hoursSinceDue < 0) return undefined;
  const dueHour = Math.floor(now.getTime() / millisecondsPerHour) - hoursSinceDue;
  return { day: readCalendarDay(now, time_zone), end: new Date(dueHour * millisecondsPerHour) };
}

/** Recipients are padded to this length before they are sealed. */
const paddedRecipientBytes = 64;

/**
 * Seals the recipient of a job and the period of its mail. Only jobs that have something to mail can fail, so the
 * readable recipient of a failed job would reveal that something is new for this account. This may be an answer to a
 * question that it has sent.
 */
export function sealRecipient(secrets: Secrets, user_pk: number, { start, end }: Period): string {
  const text = `${user_pk} ${end.toISOString()} ${start.toISOString()}`;
  return secrets.seal(text, "digest", paddedRecipientBytes).toString("base64url");
}

export function unsealRecipient(secrets: Secrets, sealed: string) {
  const text = secrets.unseal(Buffer.from(sealed, "base64url"), "digest");
  if (text === undefined) return undefined;
  // A job of an earlier release has no start.
  const [user_pk = "", end = "", start] = text.split(" ");
  return {
    user_pk: Number(user_pk),
    period: findPeriod(new Date(end), start === undefined ? null : new Date(start)),
  };
}

/** Creates the token of the unsubscribe link of an account. It never expires. */
export function createUnsubscribeToken(secrets: Secrets, user_pk: number): string {
  return secrets.seal(String(user_pk), "unsubscribe").toString("base64url");
}

/** Reads the key of the account that an unsubscribe link names; undefined for a forged link. */
export function readUnsubscribeToken(secrets: Secrets, token: string): number | undefined {
  const text = secrets.unseal(Buffer.from(token, "base64url"), "unsubscribe");
  return text === undefined ? undefined : Number(text);
}
