import type { QuestionType } from "@toibako/contract/items.ts";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import type { Secrets } from "#platform/identity/secrets.ts";

/** What a new question is, if its notice says more than that of a plain text. */
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
  /** When it was last written, ISO 8601. */
  written_at: string;
}

/**
 * What somebody has not looked at. It is sealed: rows of notices and of unread answers name no owner and
 * don't change when they are seen, so that nothing tells which of them are one person's.
 */
export interface ReadState {
  /** When the owner last opened their notices, ISO 8601; empty before. Later notices are new. */
  seen_at: string;
  unseen_notices: number;
  /** The beginnings of the ids of sent questions whose answers are unread; none for "others". */
  unread_answers: string[];
}

/**
 * Answers to what somebody asked, or what their account received. Two records, because the second kind
 * could be matched with the account.
 */
export type ReadStateKind = "answers" | "others";

export const emptyReadState: ReadState = { seen_at: "", unseen_notices: 0, unread_answers: [] };

/** Unread answers that are kept for each person; a badge shows no higher count. */
const maxUnread = 100;
/** Characters of a question's id: 48 bits, enough to tell a hundred apart. */
const markLength = 8;
/** Length in bytes to which every read state is padded: room for `maxUnread` marks. */
const readStateLength = 1_280;

export function markUnread(state: ReadState, uuid_hash: string): void {
  markRead(state, uuid_hash);
  state.unread_answers.push(uuid_hash.slice(0, markLength));
  state.unread_answers = state.unread_answers.slice(-maxUnread);
}

export function markRead(state: ReadState, uuid_hash: string): void {
  const mark = uuid_hash.slice(0, markLength);
  state.unread_answers = state.unread_answers.filter((kept) => kept !== mark);
}

/** Joins the unread answers of a person's identities: what an adopted visitor has not read counts once. */
export function joinUnread(states: readonly ReadState[]) {
  const marks = new Set(states.flatMap(({ unread_answers }) => unread_answers));
  return {
    count: Math.min(marks.size, maxUnread),
    has: (uuid_hash: string) => marks.has(uuid_hash.slice(0, markLength)),
  };
}

/** Seals what somebody has seen, bound to the owner of the record. */
export function sealReadState(secrets: Secrets, owner_key: Buffer, state: ReadState): Buffer {
  return secrets.seal(JSON.stringify(state), owner_key.toString("hex"), readStateLength);
}

export function unsealReadState(
  secrets: Secrets,
  { owner_key, sealed }: { owner_key: Uint8Array; sealed: Uint8Array },
): ReadState {
  const text = secrets.unseal(sealed, Buffer.from(owner_key).toString("hex"));
  return text === undefined ? structuredClone(emptyReadState) : (JSON.parse(text) as ReadState);
}

const readStateOfKind: Record<NoticeKind, ReadStateKind> = {
  new_question: "others",
  new_answer_like: "others",
  new_answer_to_community_question: "others",
  new_answer: "answers",
  new_follower: "others",
  new_talk_message: "others",
  release_note: "others",
  moderation: "others",
};

/** Which record counts a notice of this kind as unseen. Notices of the kind "answers" have no owner. */
export function chooseReadState(kind: NoticeKind): ReadStateKind {
  return readStateOfKind[kind];
}

export function isUnseen({ written_at }: NoticeContent, { seen_at }: ReadState): boolean {
  return written_at > seen_at;
}

/** Length in bytes to which every notice is padded; the longest names are cut to fit. */
const sealedLength = 512;
const nameBytes = 300;

/** Seals the content of a notice, bound to its id. */
export function sealNotice(secrets: Secrets, id: string, content: NoticeContent): Buffer {
  const name = content.name && cutToBytes(content.name, nameBytes);
  return secrets.seal(JSON.stringify({ ...content, name }), id, sealedLength);
}

export function unsealNotice(
  secrets: Secrets,
  { id, sealed }: { id: string; sealed: Uint8Array },
): NoticeContent | undefined {
  const text = secrets.unseal(sealed, id);
  return text === undefined ? undefined : (JSON.parse(text) as NoticeContent);
}

/** Cuts a name by bytes, because a single character may have many: an emoji of a family has 25. */
function cutToBytes(name: string, bytes: number): string {
  if (Buffer.byteLength(JSON.stringify(name)) <= bytes) return name;
  let kept = "";
  for (const { segment } of new Intl.Segmenter("und").segment(name)) {
    if (Buffer.byteLength(JSON.stringify(`${kept}${segment}…`)) > bytes) break;
    kept += segment;
  }
  return `${kept}…`;
}
