import type { QuestionType } from "@toibako/contract/items.ts";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import type { Secrets } from "#platform/identity/secrets.ts";

/**
 * The number of days (UTC) on which the notice of an event may exist. If notices are kept for 30 days, that of an
 * event on day 0 is deleted on day 31, by the daily job, so it exists on 32 days.
 */
export const maxNoticeDays = retentionDays.notice + 2;

/** The kind of question that the notice of a new question states. The notice of a plain text states none. */
export type QuestionDetail = "baton" | Exclude<QuestionType, "text">;

/** The content of a notice, which is sealed for its owner. */
export interface NoticeContent {
  kind: NoticeKind;
  count: number;
  name?: string | undefined;
  detail?: QuestionDetail | undefined;
  /** A path of this site without the locale. */
  urn: string;
  /** The hour in which it happened, ISO 8601. */
  happened_hour: string;
  /** When the notice was last written, ISO 8601. */
  written_at: string;
}

/**
 * The items that a person has not seen yet; stored sealed. Whether a notice was seen is stored only here,
 * not in its row, and the row of a notice of an answer names no owner. So nothing reveals which notices of
 * answers belong to one person.
 */
export interface ReadState {
  /**
   * When the owner last marked all notices as seen, ISO 8601; empty if never. Notices written later are new.
   */
  seen_at: string;
  unseen_notices: number;
  /** The beginnings of the ids of later notices that were seen one by one. */
  seen_notices: string[];
  /** The beginnings of the ids of sent questions whose answers are unread; none in the kind "others". */
  unread_answers: string[];
  /** The beginnings of the ids of received questions that were not seen; none in the kind "answers". */
  unread_questions: string[];
}

/**
 * `answers`: answers to questions that a person sent, and their notices. `others`: received questions
 * and all other notices. The kinds have separate rows, because an attacker could find out which account the row of
 * `others` belongs to, and must not learn from the same row what that account has asked.
 */
export type ReadStateKind = "answers" | "others";

export const emptyReadState: ReadState = {
  seen_at: "",
  unseen_notices: 0,
  seen_notices: [],
  unread_answers: [],
  unread_questions: [],
};

/** Maximum number of unread items that each list keeps, and the highest count that a badge shows. */
const maxUnread = 100;
/** Maximum number of notices that are kept as seen one by one; if there are more, all notices count as seen. */
const maxSeenNotices = 60;
/**
 * A mark is the beginning of the id of a question or notice: 8 characters are 48 bits, enough to tell 100 ids
 * apart.
 */
const markLength = 8;
/** Every read state is padded to this length, which is enough for its unread items and seen notices. */
const paddedReadStateBytes = 2_048;

type UnreadList = "unread_answers" | "unread_questions";

const toMark = (id: string) => id.slice(0, markLength);

export function markUnread(state: ReadState, list: UnreadList, uuid_hash: string): void {
  // Removes an earlier mark, so that no item has two.
  markRead(state, list, uuid_hash);
  // Sorted, because the order of the marks would reveal in which order the questions arrived.
  state[list] = [...state[list], toMark(uuid_hash)].sort().slice(-maxUnread);
}

export function markRead(state: ReadState, list: UnreadList, uuid_hash: string): void {
  state[list] = state[list].filter((mark) => mark !== toMark(uuid_hash));
}

/** Whether the receiver of a question has not had it on the screen yet. */
export function isQuestionUnseen({ unread_questions }: ReadState, uuid_hash: string): boolean {
  return unread_questions.includes(toMark(uuid_hash));
}

/** Counts one unseen notice as seen. */
export function markNoticeSeen(state: ReadState, notice: NoticeWithId): void {
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
  return { ...structuredClone(emptyReadState), ...stored };
}

const readStateOfKind: Record<NoticeKind, ReadStateKind> = {
  new_question: "others",
  new_answer_like: "others",
  new_answer_to_community_question: "answers",
  new_answer: "answers",
  new_follower: "others",
  new_talk_message: "others",
  release_note: "others",
  moderation: "others",
};

/** Chooses the read state that counts notices of this kind. The rows of notices of "answers" name no owner. */
export function chooseReadState(kind: NoticeKind): ReadStateKind {
  return readStateOfKind[kind];
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

/** Reads the subject of a notice about answers to a sent question. The notice's tag is derived from the subject. */
export function readAnswerSubject({ kind, urn, happened_hour }: NoticeContent): string {
  const uuid_hash = readQuestionId(urn) ?? "";
  if (kind !== "new_answer_to_community_question") return uuid_hash;
  return formatDaySubject(uuid_hash, happened_hour.slice(0, 10));
}

/** The unsealed content of a notice, with the id for which it was sealed. */
interface NoticeWithId {
  id: string;
  content: NoticeContent;
}

export function isUnseen({ id, content }: NoticeWithId, state: ReadState): boolean {
  return content.written_at > state.seen_at && !state.seen_notices.includes(toMark(id));
}

/** The kinds whose notices of one day are listed as one. */
const groupedKinds: ReadonlySet<NoticeKind> = new Set(["new_question", "new_follower"]);

export const isGrouped = (kind: NoticeKind) => groupedKinds.has(kind);

/**
 * Groups the notices of the `groupedKinds` by kind, type of question and day; every other notice is a group
 * of its own. Groups are in the order of their first notices; within a group the newest notice is first.
 * `getDay` returns the day of an hour in the owner's time zone.
 */
export function groupNotices<N extends NoticeWithId>(
  notices: readonly N[],
  getDay: (happened_hour: string) => string,
): N[][] {
  const groups = new Map<unknown, N[]>();
  for (const notice of notices) {
    const { kind, detail = "", happened_hour } = notice.content;
    const key = isGrouped(kind) ? `${kind} ${detail} ${getDay(happened_hour)}` : notice;
    const group = groups.get(key);
    if (group) group.push(notice);
    else groups.set(key, [notice]);
  }
  return [...groups.values()].map((group) => group.sort(compareMembers));
}

/**
 * The time by which notices of a group are ordered. For questions it is only the hour, since the order of
 * arrival would help to tell senders apart. Times in ISO 8601 can be compared as text.
 */
function getSortTime({ content }: NoticeWithId): string {
  return content.kind === "new_question" ? content.happened_hour : content.written_at;
}

/** Newest first; notices of questions of one hour are in the order of the notices' random ids. */
function compareMembers(a: NoticeWithId, b: NoticeWithId): number {
  const timeOfA = getSortTime(a);
  const timeOfB = getSortTime(b);
  if (timeOfA !== timeOfB) return timeOfA > timeOfB ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Lists the notices of a group that were shown together while `newest` was the newest of them. */
export function listShownWith<N extends NoticeWithId>(group: readonly N[], newest: N): N[] {
  return group.filter((notice) => getSortTime(notice) <= getSortTime(newest));
}

/** Every notice is padded to this length. */
const paddedNoticeBytes = 512;
/** The name in a notice is cut to this length, so that the notice fits into `paddedNoticeBytes`. */
const maxNameBytes = 300;

/** Seals the content of a notice, bound to its id. */
export function sealNotice(secrets: Secrets, id: string, content: NoticeContent): Buffer {
  const name = content.name && cutToBytes(content.name, maxNameBytes);
  return secrets.seal(JSON.stringify({ ...content, name }), id, paddedNoticeBytes);
}

export function unsealNotice(
  secrets: Secrets,
  { id, sealed }: { id: string; sealed: Uint8Array },
): NoticeContent | undefined {
  const text = secrets.unseal(sealed, id);
  return text === undefined ? undefined : (JSON.parse(text) as NoticeContent);
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
