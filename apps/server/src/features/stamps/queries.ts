import type { Locale, TranslatedText } from "@toibako/contract/locales.ts";
import { formatPictureUrl } from "@toibako/contract/pictures.ts";
import type { ShownStamp, StampGroup } from "@toibako/contract/stamps.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Storage } from "#platform/storage/storage.ts";
import { readPicture } from "../pictures/queries.ts";
import { drawnStamps, readDrawing } from "./drawings.ts";

/** A stamp by which a question can be asked. */
export interface Stamp {
  id: string;
  texts: TranslatedText;
}

/** More stamps than this are neither offered nor listed for staff. */
export const maxListedStamps = 1_000;

/** Returns the path of a stamp's picture; it is known without a query, because the picture of a stamp never changes. */
export const formatStampUrl = (id: string) =>
  drawnStamps.has(id) ? `/stamps/${id}.svg` : formatPictureUrl(id);

/** Reads the picture of a stamp: a drawing as SVG, an uploaded one as WebP. Undefined if its file is missing. */
export async function readStampPicture(storage: Storage, id: string): Promise<Buffer | undefined> {
  return drawnStamps.has(id) ? readDrawing(id) : readPicture(storage, id);
}

/** Converts the stamp of a question for the response. */
export function toShownStamp(stamp_id: string | null): ShownStamp {
  return stamp_id === null
    ? null
    : { id: stamp_id, stamp_image: { url: formatStampUrl(stamp_id) } };
}

/**
 * Returns the text of a question as its sender sees it. That of a stamp is stored in the receiver's language, but its
 * sender chose it in the language of the page.
 */
export function chooseSenderText(
  body: string,
  stamp_texts: TranslatedText | null,
  locale: Locale,
): string {
  return body === "" ? "" : (stamp_texts?.[locale] ?? body);
}

const selectStamp = statement("stamps.select", "select id, texts from stamps where id = :id");

/** Finds a stamp, also one that is no longer offered. */
export async function findStamp(db: Db, id: string): Promise<Stamp | undefined> {
  return (await selectStamp(db, { id }))[0];
}

// A question that is sent again after a lost reply is accepted, even if its stamp was withdrawn meanwhile.
const selectAskable = statement(
  "stamps.selectAskable",
  `
  select stamps.id, stamps.texts from stamps
  join stamp_groups on stamp_groups.id = stamps.group_id
  where stamps.id = :id and (
    (stamps.is_offered and stamp_groups.is_offered)
    or exists (select from questions q where q.uuid_hash = :uuid_hash and q.stamp_id = stamps.id)
  )`,
);

/** Finds the stamp of a new question; undefined if it is not offered. */
export async function findAskableStamp(
  db: Db,
  id: string | undefined,
  uuid_hash: string,
): Promise<Stamp | undefined> {
  return id === undefined ? undefined : (await selectAskable(db, { id, uuid_hash }))[0];
}

const selectAll = statement("stamps.selectAll", "select id, texts from stamps limit 10000");

/** Reads all stamps by their ids, also those that are no longer offered. */
export async function readStamps(db: Db): Promise<ReadonlyMap<string, Stamp>> {
  return new Map((await selectAll(db, {})).map((stamp) => [stamp.id, stamp]));
}

const selectOffered = statement(
  "stamps.selectOffered",
  `
  select stamp_groups.id as group_id, stamp_groups.names ->> :locale as "name!", stamp_groups.icon_url,
    stamps.id, stamps.texts ->> :locale as "text!"
  from stamp_groups join stamps on stamps.group_id = stamp_groups.id and stamps.is_offered
  where stamp_groups.is_offered
  order by stamp_groups.position, stamp_groups.id, stamps.position, stamps.id limit ${maxListedStamps}`,
);

/** Lists the offered stamps by group, with their questions in one language. */
export async function listTranslatedGroups(db: Db, locale: Locale): Promise<StampGroup[]> {
  const groups: StampGroup[] = [];
  for (const { group_id, name, icon_url, id, text } of await selectOffered(db, { locale })) {
    if (groups.at(-1)?.id !== group_id) {
      groups.push({ id: group_id, name, icon_image: { url: icon_url }, stamps: [] });
    }
    groups.at(-1)?.stamps.push({
      id,
      text,
      stamp_image: { url: formatStampUrl(id) },
      card_image: { url: `/cards/stamps/${locale}/${id}.png` },
    });
  }
  return groups;
}
