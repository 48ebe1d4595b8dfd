import { readShownDay } from "@toibako/contract/dates.ts";
import type { QuestionType } from "@toibako/contract/items.ts";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import type { Secrets } from "#platform/identity/secrets.ts";

/**
 * The number of days (UTC) on which the notice of an event may exist. If notices are kept for 30 days, that of an
 * event on day 0 is deleted on day 31, by the daily job, so it exists on 32 days.
 */
export const maxNoticeDays = retentionDays.notice + 2;

/**
 * The kind of question that the notice of a new question states; the notice of a plain text states none. The notice of
 * a message states `talk_request` until the receiver of the talk has written in it, and `room_reply` for a reply in a
 * room.
 */
export type NoticeDetail =
  | "baton"
  | Exclude<QuestionType, "text">
  | "talk_request"
  | "room_reply"
  | PaymentDetail
  | ModerationDetail;

/** What the notice of a payment states. */
export type PaymentDetail =
  | "payment_receipt"
  | "payment_failed"
  | "payment_ended"
  | "payment_price";

/** What the notice of a decision of staff states, to its subject or to a reporter. */
type ModerationDetail =
  | "moderation_warned"
  | "moderation_suspended"
  | "moderation_hidden"
  | "moderation_birthday"
  | "moderation_undone"
  | "moderation_appeal_accepted"
  | "moderation_appeal_refused"
  | "moderation_report_accepted"
  | "moderation_report_dismissed";

/** Whether the detail is the key of the notice's text, without `notice_`. */
export const isTextDetail = (detail: NoticeDetail): detail is PaymentDetail | ModerationDetail =>
  detail.startsWith("payment_") || detail.startsWith("moderation_");

/** The kinds of answers to what the recipient asked. */
type AnswerNoticeKind = "new_answer" | "new_answer_to_community_question";
/**
 * The kinds of what follows from something that the recipient sent anonymously: a question, or a talk that they
 * started. Their notices are sealed and have no owner.
 */
export type SealedNoticeKind = AnswerNoticeKind | "new_talk_message";
/**
 * The kinds of what an account received, also a message in a talk that somebody else started. Their notices are rows
 * with an owner.
 */
export type ReceivedNoticeKind = Exclude<NoticeKind, AnswerNoticeKind>;

/** The content of a notice without an owner, which is sealed. */
export interface SealedNotice {
  kind: SealedNoticeKind;
  name?: string | undefined;
  /** The number of the newest message, for the notice of a talk. */
  number?: number | undefined;
  /** A path of this site without the locale. */
  urn: string;
  /** The hour in which it happened, ISO 8601. */
  happened_hour: string;
  /** When the notice was written, ISO 8601. */
  written_at: string;
}

/** A notice as its owner lists it. */
export type ListedNotice = { id: string; is_seen: boolean } & (
  | (SealedNotice & { tag: Buffer })
  | {
      kind: ReceivedNoticeKind;
      /** The number of the row; a later notice has a higher one. */
      pk: number;
      count: number;
      name: string | null;
      detail: NoticeDetail | null;
      urn: string;
      happened_hour: string;
      /** The hour in which the notice was written, ISO 8601. */
      written_at: string;
    }
);
export type ReceivedNotice = Extract<ListedNotice, { pk: number }>;

export const isReceived = (notice: ListedNotice): notice is ReceivedNotice => "pk" in notice;

/** Throws unless a notice leads to a path of this site. */
export function checkUrn(urn: string): void {
  // A path with two slashes at its beginning or with a backslash would lead browsers to another site.
  if (!/^\/[^/\\\s]*(\/[^/\\\s]+)*$/.test(urn))
    throw new Error("a notice leads to a path of this site");
}

/**
 * The answers and notices of answers that a person has not seen yet; stored sealed. Whether such a notice was
 * seen is stored only here, not in its row, which names no owner. So nothing reveals which notices of answers belong to
 * one person.
 */
export interface ReadState {
  /**
   * When the owner last marked all notices as seen, ISO 8601; empty if never. Notices written later are new.
   */
  seen_at: string;
  unseen_notices: number;
  /** The beginnings of the ids of later notices that were seen one by one. */
  seen_notices: string[];
  /** The beginnings of the ids of sent questions whose answers are unread. */
  unread_answers: string[];
}

export const emptyReadState: ReadState = {
  seen_at: "",
  unseen_notices: 0,
  seen_notices: [],
  unread_answers: [],
};

/** Maximum number of unread answers that a state keeps, and the highest count that a badge shows. */
export const maxUnread = 100;
/** Maximum number of notices that are kept as seen one by one; if there are more, all notices count as seen. */
const maxSeenNotices = 60;
/**
 * A mark is the beginning of the id of a question or notice: 8 characters are 48 bits, enough to tell 100 ids
 * apart.
 */
const markLength = 8;
/**
 * Every read state is padded to this length. It is enough for the unread answers and seen notices, and short
 * enough that PostgreSQL stores no part of a row outside its table.
 */
const paddedReadStateBytes = 1_900;

const toMark = (id: string) => id.slice(0, markLength);

export function markUnread(state: ReadState, uuid_hash: string): void {
  // Removes an earlier mark, so that no answer has two.
  markRead(state, uuid_hash);
  // Sorted, because the order of the marks would reveal in which order the answers arrived.
  state.unread_answers = [...state.unread_answers, toMark(uuid_hash)].sort().slice(-maxUnread);
}

export function markRead(state: ReadState, uuid_hash: string): void {
  state.unread_answers = state.unread_answers.filter((mark) => mark !== toMark(uuid_hash));
}

/** Counts one unseen notice as seen. */
export function markNoticeSeen(state: ReadState, notice: WrittenNotice): void {
  if (!isUnseen(notice, state)) return;
  state.unseen_notices -= 1;
  state.seen_notices.push(toMark(notice.id));
  const isFull = state.seen_notices.length > maxSeenNotices;
  if (state.unseen_notices <= 0 || isFull) markAllNoticesSeen(state);
}

export function markAllNoticesSeen(state: ReadState): void {
  state.seen_at = new Date().toISOString();
  state.unseen_notices = 0;
  state.seen_notices = [];
}

/** Removes the mark of a seen notice, because the notice is deleted or renewed. */
export function removeSeenMark(state: ReadState, id: string): void {
  state.seen_notices = state.seen_notices.filter((mark) => mark !== toMark(id));
}

/** Combines the unread answers of a person's identities. An answer that is unread under several of them counts once. */
export function combineUnreadAnswers(states: readonly ReadState[]) {
  const marks = new Set(states.flatMap(({ unread_answers }) => unread_answers));
  return {
    count: Math.min(marks.size, maxUnread),
    has: (uuid_hash: string) => marks.has(toMark(uuid_hash)),
  };
}

/** Seals a read state, bound to its owner. */
export function sealReadState(secrets: Secrets, owner_key: Buffer, state: ReadState): Buffer {
  return secrets.seal(JSON.stringify(state), owner_key.toString("hex"), paddedReadStateBytes);
}

export function unsealReadState(
  secrets: Secrets,
  { owner_key, sealed }: { owner_key: Uint8Array; sealed: Uint8Array },
): ReadState {
  const text = secrets.unseal(sealed, Buffer.from(owner_key).toString("hex"));
  const stored = text === undefined ? {} : (JSON.parse(text) as Partial<ReadState>);
  const { seen_at, unseen_notices, seen_notices, unread_answers } = {
    ...structuredClone(emptyReadState),
    ...stored,
  };
  return { seen_at, unseen_notices, seen_notices, unread_answers };
}

/** Formats the subject of the notice about a day's answers to a community's question; `day` is in UTC, `YYYY-MM-DD`. */
export function formatDaySubject(uuid_hash: string, day: string): string {
  return `${uuid_hash} ${day}`;
}

/**
 * Reads the id of the question from the path of its page, `/q/<id>` or `/communities/…/items/<id>`; else
 * undefined.
 */
export function readQuestionId(urn: string): string | undefined {
  return /^\/(?:q|communities\/.+\/items)\/([^/?]+)/.exec(urn)?.[1];
}

/** Formats the path of a talk. */
export const formatTalkPath = (talk_uuid: string) => `/me/talks/${talk_uuid}`;

/** Reads the id of the talk from the path of its page; else undefined. */
export function readTalkId(urn: string): string | undefined {
  return /^\/me\/talks\/([^/?]+)$/.exec(urn)?.[1];
}

/** Formats the path of a room. */
export const formatRoomPath = (room_uuid: string) => `/me/group_talks/${room_uuid}`;

/** Reads the id of the room from the path of its page; else undefined. */
export function readRoomId(urn: string): string | undefined {
  return /^\/me\/group_talks\/([^/?]+)$/.exec(urn)?.[1];
}

/** Reads the subject of a sealed notice. The notice's tag is derived from the subject. */
export function readSealedSubject({ kind, urn, happened_hour }: SealedNotice): string {
  if (kind === "new_talk_message") return readTalkId(urn) ?? "";
  const uuid_hash = readQuestionId(urn) ?? "";
  if (kind !== "new_answer_to_community_question") return uuid_hash;
  return formatDaySubject(uuid_hash, happened_hour.slice(0, 10));
}

interface WrittenNotice {
  id: string;
  written_at: string;
}

/** Whether a sealed notice is unseen. */
export function isUnseen({ id, written_at }: WrittenNotice, state: ReadState): boolean {
  return written_at > state.seen_at && !state.seen_notices.includes(toMark(id));
}

/** The kinds whose notices of one day are listed as one; new talks are too, but not the messages of other talks. */
const groupedKinds: ReadonlySet<string> = new Set<NoticeKind>(["new_question", "new_follower"]);

/** What decides in which group a received notice is shown. */
interface GroupedNotice {
  kind: string;
  detail: string | null;
  happened_hour: string;
}

/** Returns the day below which an hour is shown in the owner's time zone. */
type ReadDay = (happened_hour: string) => string;

/** Creates a function that finds the day of an hour, and caches the days. */
export function createDayReader({ time_zone }: { time_zone: string }): ReadDay {
  const days = new Map<string, string>();
  return (happened_hour) => {
    const day = days.get(happened_hour) ?? readShownDay(new Date(happened_hour), time_zone);
    days.set(happened_hour, day);
    return day;
  };
}

/** The key of a received notice's group; undefined for a notice that is shown alone. */
function readGroupKey(
  { kind, detail, happened_hour }: GroupedNotice,
  getDay: ReadDay,
): string | undefined {
  const isGrouped = groupedKinds.has(kind) || detail === "talk_request";
  return isGrouped ? `${kind} ${detail} ${getDay(happened_hour)}` : undefined;
}

/** Counts received notices as they are shown: each group is one. `count` is the number of equal notices. */
export function countShown(
  notices: readonly (GroupedNotice & { count: number })[],
  getDay: ReadDay,
): number {
  const groups = new Set<string>();
  let singles = 0;
  for (const notice of notices) {
    const key = readGroupKey(notice, getDay);
    if (key === undefined) singles += notice.count;
    else groups.add(key);
  }
  return groups.size + singles;
}

/**
 * Groups the notices of the `groupedKinds` and of new talks by kind, detail and day; every other notice is a group
 * of its own. Groups are in the order of their first notices; within a group the newest notice is first.
 */
export function groupNotices(notices: readonly ListedNotice[], getDay: ReadDay): ListedNotice[][] {
  const groups = new Map<unknown, ListedNotice[]>();
  for (const notice of notices) {
    const key = (isReceived(notice) && readGroupKey(notice, getDay)) || notice;
    const group = groups.get(key);
    if (group) group.push(notice);
    else groups.set(key, [notice]);
  }
  return [...groups.values()].map((group) => group.sort(compareMembers));
}

/**
 * Compares the times by which notices of a group are ordered, the later one first. For questions it is only the hour,
 * since the order of arrival would help to tell senders apart.
 */
function compareTimes(a: ListedNotice, b: ListedNotice): number {
  if (isReceived(a) && isReceived(b) && a.kind !== "new_question") return b.pk - a.pk;
  // Times in ISO 8601 can be compared as text.
  if (a.happened_hour === b.happened_hour) return 0;
  return a.happened_hour > b.happened_hour ? -1 : 1;
}

/** Newest first; notices of questions of one hour are in the order of the notices' random ids. */
function compareMembers(a: ListedNotice, b: ListedNotice): number {
  return compareTimes(a, b) || (a.id < b.id ? -1 : 1);
}

/** Lists the notices of a group that were shown together while `newest` was the newest of them. */
export function listShownWith(
  group: readonly ListedNotice[],
  newest: ListedNotice,
): ListedNotice[] {
  return group.filter((notice) => compareTimes(newest, notice) <= 0);
}

/** Every sealed notice is padded to this length. */
const paddedNoticeBytes = 512;
/** The name in a notice is cut to this length, so that the notice fits into `paddedNoticeBytes`. */
const maxNameBytes = 300;

/** Seals the content of a notice, bound to its id. */
export function sealNotice(secrets: Secrets, id: string, content: SealedNotice): Buffer {
  const name = content.name && cutToBytes(content.name, maxNameBytes);
  return secrets.seal(JSON.stringify({ ...content, name }), id, paddedNoticeBytes);
}

export function unsealNotice(
  secrets: Secrets,
  { id, sealed }: { id: string; sealed: Uint8Array },
): SealedNotice | undefined {
  const text = secrets.unseal(sealed, id);
  return text === undefined ? undefined : (JSON.parse(text) as SealedNotice);
}

/** Cuts a name to at most `bytes` bytes of JSON. Cuts only between characters: a family emoji alone has 25 bytes. */
function cutToBytes(name: string, bytes: number): string {
  if (Buffer.byteLength(JSON.stringify(name)) <= bytes) return name;
  let shortened = "";
  for (const { segment } of new Intl.Segmenter("und").segment(name)) {
    if (Buffer.byteLength(JSON.stringify(`${shortened}${segment}…`)) > bytes) break;
    shortened += segment;
  }
  return `${shortened}…`;
}

/** Puts items into random order, so that the place of a row doesn't tell to what it belongs. */
export function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, position: Math.random() }))
    .sort((a, b) => a.position - b.position)
    .map(({ item }) => item);
}
