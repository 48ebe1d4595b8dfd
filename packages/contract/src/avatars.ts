/**
 * The drawings for accounts without a picture of their own. If an account hasn't chosen one, its handle
 * determines the index in this list. So the order never changes, and the list grows only with a
 * migration that stores the present drawings of those accounts.
 */
export const avatars = [
  "box",
  "letter",
  "stamp",
  "postbox",
  "jar",
  "cup",
  "lantern",
  "umbrella",
  "bell",
  "book",
  "balloon",
  "onigiri",
  "cat",
  "dog",
  "rabbit",
  "bear",
  "fox",
  "penguin",
  "owl",
  "whale",
  "turtle",
  "chick",
  "hedgehog",
  "cactus",
  "tulip",
  "sprout",
  "mushroom",
  "pear",
  "lemon",
  "acorn",
] as const;
export type Avatar = (typeof avatars)[number];

/** The address of a drawing. */
export function formatAvatarUrl(avatar: Avatar): string {
  return `/avatars/${avatar}.svg`;
}

/** The drawing of an account that chose none. */
export function findDefaultAvatar(account: string): Avatar {
  return avatars[hashText(account.toLowerCase()) % avatars.length] ?? "box";
}

/** The picture of an account: the chosen one, or the drawing that belongs to its handle. */
export function getIconUrl(account: string, icon_url: string | null): string {
  return icon_url ?? formatAvatarUrl(findDefaultAvatar(account));
}

/** The drawing at an address; null if it is another picture. */
export function findAvatar(icon_url: string): Avatar | null {
  return avatars.find((avatar) => formatAvatarUrl(avatar) === icon_url) ?? null;
}

/** The picture of somebody unknown, such as the blocked sender of a question. */
export const unknownIconUrl = formatAvatarUrl("letter");

/** FNV-1a with a final mix, so that handles that differ in one character have unrelated values. */
function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
