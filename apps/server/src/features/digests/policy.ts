import { readCalendarDay } from "@toibako/contract/dates.ts";
import { digestHour } from "@toibako/contract/digests.ts";
import type { Secrets } from "#platform/identity/secrets.ts";

const millisecondsPerHour = 3_600_000;

/** The numbers of new questions, answers, likes and followers. */
export interface News {
  questions: number;
  answers: number;
  likes: number;
  followers: number;
}

export const isEmpty = (news: News) => Object.values(news).every((count) => count === 0);

export interface DueDigest {
  /** The calendar day of the mail in the time zone, `YYYY-MM-DD`. */
  day: string;
  /** The mail is about the 24 hours before this moment. */
  end: Date;
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
 * Seals the recipient of a job and the `end` of its mail. Only jobs that have something to mail can fail, so the
 * readable recipient of a failed job would reveal that something is new for this account. This may be an answer to a
 * question that it has sent.
 */
export function sealRecipient(secrets: Secrets, user_pk: number, end: Date): string {
  const text = `${user_pk} ${end.toISOString()}`;
  return secrets.seal(text, "digest", paddedRecipientBytes).toString("base64url");
}

export function unsealRecipient(secrets: Secrets, sealed: string) {
  const text = secrets.unseal(Buffer.from(sealed, "base64url"), "digest");
  const [user_pk = "", end = ""] = text?.split(" ") ?? [];
  return text === undefined ? undefined : { user_pk: Number(user_pk), end: new Date(end) };
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
