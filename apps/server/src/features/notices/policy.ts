import type { NoticeKind } from "@toibako/contract/notices.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { ReadState, ReadStateSubject } from "./read-states.ts";

/** The content of a notice, which is sealed for its owner. */
export interface NoticeContent {
  kind: NoticeKind;
  count: number;
  name?: string | undefined;
  detail?: "baton" | "stamp" | "choose" | undefined;
  /** A path of this site without the locale. */
  urn: string;
  /** The hour in which it happened, ISO 8601. */
  happened_hour: string;
  /** When it was last written, ISO 8601. */
  written_at: string;
}

/** Which record counts a notice of this kind as unseen. */
export function findSubject(kind: NoticeKind): ReadStateSubject {
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
