import type { Locale } from "@toibako/contract/locales.ts";
import type { ShownStamp, StampGroup } from "@toibako/contract/stamps.ts";
import { findStamp, stampGroups } from "./groups.ts";

/** Returns the path of a stamp's picture. */
const formatStampUrl = (id: string) => `/stamps/${id}.svg`;

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
export function chooseSenderText(body: string, stamp_id: string | null, locale: Locale): string {
  const stamp = stamp_id === null || body === "" ? undefined : findStamp(stamp_id);
  return stamp ? stamp.texts[locale] : body;
}

/** Lists all stamps with their questions in one language. */
export function listTranslatedGroups(locale: Locale): StampGroup[] {
  return stampGroups.map(({ id, names, stamps }) => ({
    id,
    name: names[locale],
    icon_image: { url: `/stamps/icons/${id}.svg` },
    stamps: stamps.map((stamp) => ({
      id: stamp.id,
      text: stamp.texts[locale],
      stamp_image: { url: formatStampUrl(stamp.id) },
      card_image: { url: `/cards/stamps/${locale}/${stamp.id}.png` },
    })),
  }));
}
