import { readFileSync } from "node:fs";
import type { Locale } from "@toibako/contract/locales.ts";
import data from "./groups.json" with { type: "json" };

/**
 * A picture that stands for a question. The file is `pictures/<id>.svg`; ids never change. The pictures show four
 * characters: Hako the box, Fumi the letter, Maru the wax seal and Poppo the dove.
 */
export interface Stamp {
  id: string;
  /** The question in each language. */
  texts: Record<Locale, string>;
}

/** Stamps that are offered together, with the icon `icons/<id>.svg`. */
export interface StampGroup {
  id: string;
  names: Record<Locale, string>;
  stamps: readonly Stamp[];
}

/** All groups of stamps, in the order in which the page offers them. */
export const stampGroups: readonly StampGroup[] = data;

const stamps = new Map(
  stampGroups.flatMap((group) => group.stamps.map((stamp) => [stamp.id, stamp])),
);

export function findStamp(id: string): Stamp | undefined {
  return stamps.get(id);
}

/** Reads the SVG of a stamp, which has neither background nor letters. */
export function readPicture(stamp_id: string): Buffer {
  return readFileSync(new URL(`./pictures/${stamp_id}.svg`, import.meta.url));
}

/** Reads the icon of a group, which is a small SVG. */
export function readIcon(group_id: string): Buffer {
  return readFileSync(new URL(`./icons/${group_id}.svg`, import.meta.url));
}
