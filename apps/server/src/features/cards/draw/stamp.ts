import type { Canvas } from "@napi-rs/canvas";
import { findStamp, readPicture } from "../../stamps/groups.ts";
import type { Card } from "./card.ts";
import { drawVector } from "./vector.ts";

const pictures = new Map<string, Canvas>();
// About 1 MB each.
const keptPictures = 24;

function picture(id: string, size: number): Canvas {
  const key = `${id}@${size}`;
  const kept = pictures.get(key);
  if (kept) return kept;
  const drawn = drawVector(readPicture(id).toString("utf8"), size);
  if (pictures.size >= keptPictures) pictures.clear();
  pictures.set(key, drawn);
  return drawn;
}

/** The stamp of a card: what it asks in the receiver's language, and its picture in a size. */
export interface CardStamp {
  text: string;
  picture(size: number): Canvas;
}

/** Undefined for a question in words, and for a stamp that no longer is. */
export function stampOf({ stamp_id, locale }: Card): CardStamp | undefined {
  const stamp = stamp_id === undefined ? undefined : findStamp(stamp_id);
  return stamp && { text: stamp.texts[locale], picture: (size) => picture(stamp.id, size) };
}
