import { readFileSync } from "node:fs";
import type { Avatar } from "@toibako/contract/avatars.ts";

/**
 * Reads the SVG of an avatar, a square of 64 × 64. Its background is for light pages. A CSS rule in the SVG, which only
 * browsers apply, changes the background on dark pages.
 */
export function readAvatar(avatar: Avatar): Buffer {
  return readFileSync(new URL(`./avatars/${avatar}.svg`, import.meta.url));
}
