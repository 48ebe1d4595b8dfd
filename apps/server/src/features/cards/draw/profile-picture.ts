import { type Canvas, Image, type SKRSContext2D } from "@napi-rs/canvas";
import type { Avatar } from "@toibako/contract/avatars.ts";
import { readAvatar } from "../../profiles/avatars.ts";
import type { Card } from "./card.ts";
import { themes } from "./themes.ts";
import { drawVector } from "./vector.ts";

const pictures = new Map<string, Canvas>();
// Each canvas takes at most 150 KB.
const maxCachedPictures = 64;

function drawCached(avatar: Avatar, size: number): Canvas {
  const key = `${avatar}@${size}`;
  const cached = pictures.get(key);
  if (cached) return cached;
  const drawn = drawVector(readAvatar(avatar).toString("utf8"), size);
  if (pictures.size >= maxCachedPictures) pictures.clear();
  pictures.set(key, drawn);
  return drawn;
}

/** Decodes a picture. Doesn't cache it, because an account has few cards, and each is drawn once. */
function decodePicture(content: Uint8Array): Image {
  const image = new Image();
  image.src = content;
  return image;
}

interface Circle {
  /** The centre. */
  x: number;
  y: number;
  /** The diameter, without the rim. */
  size: number;
}

/** Draws the profile picture in a circle with a rim; returns false if the card has none. */
export function drawProfilePicture(
  context: SKRSContext2D,
  { avatar, picture, theme = "mint" }: Card,
  { x, y, size }: Circle,
): boolean {
  if (avatar === undefined) return false;
  const drawn = picture === undefined ? drawCached(avatar, size) : decodePicture(picture);
  const radius = size / 2;
  const rim = Math.max(3, size / 24);
  context.save();
  context.fillStyle = themes[theme].surface;
  context.beginPath();
  context.arc(x, y, radius + rim, 0, 2 * Math.PI);
  context.fill();
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.clip();
  context.imageSmoothingQuality = "high";
  context.drawImage(drawn, x - radius, y - radius, size, size);
  context.restore();
  return true;
}
