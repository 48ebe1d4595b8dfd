import { readFileSync } from "node:fs";
import type { Locale } from "@toibako/contract/locales.ts";
import data from "./groups.json" with { type: "json" };

/**
 * A picture that asks. The same four appear in all of them: Hako the box, Fumi the letter, Maru the
 * seal of wax and Poppo the dove that delivers. Its drawing is `pictures/<id>.svg`; an id is kept for ever. */
export interface Stamp {
  id: string;
  /** The question that it stands for, in each language. */
  texts: Record<Locale, string>;
}

/** Stamps that are offered together. The group's drawing is `icons/<id>.svg`. */
export interface StampGroup {
  id: string;
  names: Record<Locale, string>;
  stamps: readonly Stamp[];
}

/** In the order in which they are offered. */
export const stampGroups: readonly StampGroup[] = data;

const stamps = new Map(
  stampGroups.flatMap((group) => group.stamps.map((stamp) => [stamp.id, stamp])),
);

export function findStamp(id: string): Stamp | undefined {
  return stamps.get(id);
}

/** The drawing of a stamp as SVG, without a ground and without letters; only ids of `stampGroups`. */
export function readPicture(stamp_id: string): Buffer {
  return readFileSync(new URL(`./pictures/${stamp_id}.svg`, import.meta.url));
}

/** The drawing of a group as SVG, made to be small. */
export function readIcon(group_id: string): Buffer {
  return readFileSync(new URL(`./icons/${group_id}.svg`, import.meta.url));
}
