import { readFileSync } from "node:fs";
import type { Avatar } from "@toibako/contract/avatars.ts";

/**
 * Reads the SVG of an avatar, a full square of 64 × 64. Its background is for light pages; a rule
 * that only browsers apply changes it where the page is dark.
 */
export function readAvatar(avatar: Avatar): Buffer {
  return readFileSync(new URL(`./avatars/${avatar}.svg`, import.meta.url));
}
