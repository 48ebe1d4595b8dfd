import { readdirSync, readFileSync } from "node:fs";

/**
 * The drawings that come with a release: the picture of a stamp is `pictures/<id>.svg`, the icon of a group
 * `icons/<id>.svg`. They have neither background nor letters, and show four characters: Hako the box, Fumi the letter,
 * Maru the wax seal and Poppo the dove.
 */
const listIds = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(new URL(`./${folder}/`, import.meta.url)).map((name) => name.replace(/\.svg$/, "")),
  );

export const drawnStamps = listIds("pictures");
export const drawnIcons = listIds("icons");

export function readDrawing(stamp_id: string): Buffer {
  return readFileSync(new URL(`./pictures/${stamp_id}.svg`, import.meta.url));
}

export function readIcon(group_id: string): Buffer {
  return readFileSync(new URL(`./icons/${group_id}.svg`, import.meta.url));
}
