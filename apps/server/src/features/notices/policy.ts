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
  /** Of the owner's sent questions; always 0 for "others". */
  unread_answers: number;
}

/**
 * Answers to what somebody asked, or what their account received. Two records, because the second kind
 * could be matched with the account.
 */
export type ReadStateKind = "answers" | "others";

export const emptyReadState: ReadState = { seen_at: "", unseen_notices: 0, unread_answers: 0 };

/** Length in bytes to which every read state is padded. */
const readStateLength = 128;

/** Seals what somebody has seen, bound to the owner of the record. */
export function sealReadState(secrets: Secrets, owner_key: Buffer, state: ReadState): Buffer {
  return secrets.seal(JSON.stringify(state), owner_key.toString("hex"), readStateLength);
}

export function unsealReadState(
  secrets: Secrets,
  { owner_key, sealed }: { owner_key: Uint8Array; sealed: Uint8Array },
): ReadState {
  const text = secrets.unseal(sealed, Buffer.from(owner_key).toString("hex"));
  return text === undefined ? { ...emptyReadState } : (JSON.parse(text) as ReadState);
}

/** Which record counts a notice of this kind as unseen. */
export function chooseReadState(kind: NoticeKind): ReadStateKind {
  return kind === "new_answer" ? "answers" : "others";
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
