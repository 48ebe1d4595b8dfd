import { type Canvas, createCanvas, Image } from "@napi-rs/canvas";
import { drawnStamps, readDrawing } from "../../stamps/drawings.ts";
import { type Card, sensitiveStampId } from "./card.ts";
import { labels } from "./labels.ts";
import { themes } from "./themes.ts";
import { drawVector } from "./vector.ts";

const pictures = new Map<string, Canvas>();
// Each canvas takes at most 1.1 MB.
const maxCachedPictures = 24;

function drawCached(key: string, draw: () => Canvas): Canvas {
  const cached = pictures.get(key);
  if (cached) return cached;
  const drawn = draw();
  if (pictures.size >= maxCachedPictures) pictures.clear();
  pictures.set(key, drawn);
  return drawn;
}

function drawStamp(id: string, size: number): Canvas {
  return drawCached(`${id}@${size}`, () => drawVector(readDrawing(id).toString("utf8"), size));
}

/** Draws an uploaded picture. */
function drawUploaded(id: string, picture: Uint8Array, size: number): Canvas {
  return drawCached(`${id}@${size}`, () => {
    const image = new Image();
    image.src = picture;
    const canvas = createCanvas(size, size);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, size, size);
    return canvas;
  });
}

/** The stamp on a card: its text, and a function that draws its picture. */
export interface CardStamp {
  text: string;
  drawPicture(size: number): Canvas;
}

/** Draws a crossed-out eye in the theme's colours. */
function drawHiddenEye({ theme = "mint" }: Card, size: number): Canvas {
  const { surface, brand } = themes[theme];
  const key = `${sensitiveStampId} ${theme}@${size}`;
  return drawCached(key, () => drawVector(renderHiddenEye(surface, brand), size));
}

const renderHiddenEye = (background: string, line: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-18 -18 60 60" fill="none" stroke="${line}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="26" fill="${background}" stroke="none"/><path d="M10.7 5.100a10.700 10.700 0 0 1 11.200 6.600 1 1 0 0 1 0 .700 10.700 10.700 0 0 1-1.400 2.500"/><path d="M14.100 14.200a3 3 0 0 1-4.200-4.200"/><path d="M17.500 17.500a10.700 10.700 0 0 1-15.400-5.200 1 1 0 0 1 0-.700 10.700 10.700 0 0 1 4.400-5.100"/><path d="m2 2 20 20"/></svg>`;

/** Finds the stamp of a card; undefined if the card has none or its picture is missing. */
export function findCardStamp(card: Card): CardStamp | undefined {
  const { stamp_id, stamp_picture, text, locale } = card;
  if (stamp_id === undefined) return undefined;
  if (stamp_id === sensitiveStampId) {
    return { text: labels[locale].sensitive, drawPicture: (size) => drawHiddenEye(card, size) };
  }
  if (drawnStamps.has(stamp_id)) {
    return { text, drawPicture: (size) => drawStamp(stamp_id, size) };
  }
  return (
    stamp_picture && { text, drawPicture: (size) => drawUploaded(stamp_id, stamp_picture, size) }
  );
}
