import type { Canvas } from "@napi-rs/canvas";
import { findStamp, readPicture } from "../../stamps/groups.ts";
import type { Card } from "./card.ts";
import { labels } from "./labels.ts";
import { themes } from "./themes.ts";
import { drawVector } from "./vector.ts";

const pictures = new Map<string, Canvas>();
// About 1 MB each.
const keptPictures = 24;

function kept(key: string, draw: () => Canvas): Canvas {
  const known = pictures.get(key);
  if (known) return known;
  const drawn = draw();
  if (pictures.size >= keptPictures) pictures.clear();
  pictures.set(key, drawn);
  return drawn;
}

function picture(id: string, size: number): Canvas {
  return kept(`${id}@${size}`, () => drawVector(readPicture(id).toString("utf8"), size));
}

/** The stamp of a card: what it asks in the receiver's language, and its picture in a size. */
export interface CardStamp {
  text: string;
  picture(size: number): Canvas;
}

/** Stands as a stamp where a question's content is not for everybody. */
export const sensitive = "sensitive";

/** An eye that looks away, in the theme's colours. */
function closedEye({ theme = "mint" }: Card, size: number): Canvas {
  const { surface, brand } = themes[theme];
  const key = `${sensitive} ${theme}@${size}`;
  return kept(key, () => drawVector(eye(surface, brand), size));
}

const eye = (ground: string, line: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-18 -18 60 60" fill="none" stroke="${line}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="26" fill="${ground}" stroke="none"/><path d="M10.7 5.100a10.700 10.700 0 0 1 11.200 6.600 1 1 0 0 1 0 .700 10.700 10.700 0 0 1-1.400 2.500"/><path d="M14.100 14.200a3 3 0 0 1-4.200-4.200"/><path d="M17.500 17.500a10.700 10.700 0 0 1-15.400-5.200 1 1 0 0 1 0-.700 10.700 10.700 0 0 1 4.400-5.100"/><path d="m2 2 20 20"/></svg>`;

/** Undefined for a question in words, and for a stamp that no longer is. */
export function stampOf(card: Card): CardStamp | undefined {
  const { stamp_id, locale } = card;
  if (stamp_id === sensitive) {
    return { text: labels[locale].sensitive, picture: (size) => closedEye(card, size) };
  }
  const stamp = stamp_id === undefined ? undefined : findStamp(stamp_id);
  return stamp && { text: stamp.texts[locale], picture: (size) => picture(stamp.id, size) };
}
