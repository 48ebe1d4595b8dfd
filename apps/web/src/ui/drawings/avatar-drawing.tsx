import { extras, eyes, hairColours, hairs, mouths, rooms, skins } from "./avatar-parts.tsx";

/** FNV-1a, so that a handle always has the same face, on the server and in every browser. */
function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

function pick<Item>(items: readonly Item[], seed: string, trait: string): Item {
  return items[hashText(`${trait}:${seed}`) % items.length] as Item;
}

/** Draws a round face, generated from the handle of an account without a picture. */
export function AvatarDrawing({ seed, className }: { seed: string; className?: string }) {
  const room = pick(rooms, seed, "room");
  const hair = pick(hairs, seed, "hair");
  const skin = pick(skins, seed, "skin");
  return (
    <svg viewBox="0 0 64 64" className={className} aria-hidden="true">
      <rect width="64" height="64" fill={room.wall} />
      <g fill={pick(hairColours, seed, "colour")}>
        {hair.behind}
        <g fill={skin}>
          <path d="M27.500 38h9v9h-9Z" />
          <circle cx="18.600" cy="30.500" r="2.600" />
          <circle cx="45.400" cy="30.500" r="2.600" />
        </g>
        <path d="M10 64c1-13 9.500-19 22-19s21 6 22 19Z" fill={room.shirt} />
        <circle cx="32" cy="29" r="13.500" fill={skin} />
        {hair.front}
      </g>
      {pick(eyes, seed, "eyes")}
      {pick(mouths, seed, "mouth")}
      {pick(extras, seed, "extra")}
    </svg>
  );
}
