import type { Locale } from "@toibako/contract/locales.ts";
import type { ShownStamp, StampGroup } from "@toibako/contract/stamps.ts";
import { stampGroups } from "./groups.ts";

/** Where a stamp's drawing is served. */
const stampUrl = (id: string) => `/stamps/${id}.svg`;

/** The stamp of a question, for whoever shows it. */
export function shownStamp(stamp_id: string | null): ShownStamp {
  return stamp_id === null ? null : { id: stamp_id, stamp_image: { url: stampUrl(stamp_id) } };
}

/** All stamps with their questions in one language. */
export function listGroups(locale: Locale): StampGroup[] {
  return stampGroups.map(({ id, names, stamps }) => ({
    id,
    name: names[locale],
    icon_image: { url: `/stamps/icons/${id}.svg` },
    stamps: stamps.map((stamp) => ({
      id: stamp.id,
      text: stamp.texts[locale],
      stamp_image: { url: stampUrl(stamp.id) },
      card_image: { url: `/cards/stamps/${locale}/${stamp.id}.png` },
    })),
  }));
}
