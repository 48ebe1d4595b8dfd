import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawEmoji, splitRuns } from "./emoji.ts";
import type { Face } from "./fonts.ts";
import type { Measure } from "./layout.ts";

// The width of an emoji in em. It is wider than `emojiSize`, because Twemoji drawings fill their whole square.
const emojiAdvance = 1.16;
// The size of the drawing in em.
const emojiSize = 1.06;
// The part of the drawing below the baseline, in em.
const emojiDrop = 0.17;
// The font size at which widths are measured, in pixels.
const measuringSize = 100;

const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const firstLetter = /\p{L}/u;

/** Whether the script of a text is written from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeftLetter.test(firstLetter.exec(text)?.[0] ?? "");
}

/** The position of a line: `x` is its left end, middle or right end; lengths in pixels. */
export interface LinePosition {
  x: number;
  baseline: number;
  size: number;
  align: "left" | "center" | "right";
  color: string;
}

function applyFace(context: SKRSContext2D, face: Face, size: number): void {
  context.font = `${face.weight} ${size}px ${face.families}`;
  context.fontFeatureSettings = face.features;
}

/** Returns a function that measures widths in em and caches them. */
export function createMeasure(context: SKRSContext2D, face: Face): Measure {
  const widths = new Map<string, number>();
  applyFace(context, face, measuringSize);
  return (text) => {
    let width = widths.get(text);
    if (width === undefined) {
      width = 0;
      for (const run of splitRuns(text)) {
        width +=
          "emoji" in run ? emojiAdvance : context.measureText(run.text).width / measuringSize;
      }
      widths.set(text, width);
    }
    return width;
  };
}

/** Draws one line; returns its width in pixels. */
export function drawLine(
  context: SKRSContext2D,
  face: Face,
  line: string,
  { x, baseline, size, align, color }: LinePosition,
): number {
  applyFace(context, face, size);
  const isReversed = isRightToLeft(line);
  context.direction = isReversed ? "rtl" : "ltr";
  context.textAlign = "left";
  context.fillStyle = color;
  const runs = splitRuns(line).map((run) => ({
    ...run,
    width: "emoji" in run ? emojiAdvance * size : context.measureText(run.text).width,
  }));
  if (isReversed) runs.reverse();
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  const distanceToLeftEnd = { left: 0, center: width / 2, right: width }[align];
  let left = x - distanceToLeftEnd;
  for (const run of runs) {
    if ("emoji" in run) {
      const side = Math.round(emojiSize * size);
      const top = baseline + emojiDrop * size - side;
      const inset = (run.width - side) / 2;
      context.drawImage(drawEmoji(run.emoji, side), Math.round(left + inset), Math.round(top));
    } else {
      context.fillText(run.text, left, baseline);
    }
    left += run.width;
  }
  return width;
}
