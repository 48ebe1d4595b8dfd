import type { SKRSContext2D } from "@napi-rs/canvas";
import { emojiPicture, runsOf } from "./emoji.ts";
import type { Face } from "./fonts.ts";
import type { Measure } from "./layout.ts";

// Twemoji fill their square, characters don't: a little air on both sides, in em.
const emojiAdvance = 1.16;
const emojiSize = 1.06;
const emojiDrop = 0.17;
const measuringSize = 100;

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const firstLetter = /\p{L}/u;

/** Whether a text is of a script that is read from the right. */
export function readsFromTheRight(text: string): boolean {
  return rightToLeft.test(firstLetter.exec(text)?.[0] ?? "");
}

/** Where a line stands: `x` is its left end, middle or right end; lengths in pixels. */
export interface Place {
  x: number;
  baseline: number;
  size: number;
  align: "left" | "center" | "right";
  color: string;
}

function useFace(context: SKRSContext2D, face: Face, size: number): void {
  context.font = `${face.weight} ${size}px ${face.families}`;
  context.fontFeatureSettings = face.features;
}

/** Widths in em, each text measured once. */
export function measureWith(context: SKRSContext2D, face: Face): Measure {
  const known = new Map<string, number>();
  useFace(context, face, measuringSize);
  return (text) => {
    let width = known.get(text);
    if (width === undefined) {
      width = 0;
      for (const run of runsOf(text)) {
        width +=
          "emoji" in run ? emojiAdvance : context.measureText(run.text).width / measuringSize;
      }
      known.set(text, width);
    }
    return width;
  };
}

/** Draws one line; returns its width in pixels. */
export function drawLine(
  context: SKRSContext2D,
  face: Face,
  line: string,
  { x, baseline, size, align, color }: Place,
): number {
  useFace(context, face, size);
  const reversed = readsFromTheRight(line);
  context.direction = reversed ? "rtl" : "ltr";
  context.textAlign = "left";
  context.fillStyle = color;
  const runs = runsOf(line).map((run) => ({
    ...run,
    width: "emoji" in run ? emojiAdvance * size : context.measureText(run.text).width,
  }));
  if (reversed) runs.reverse();
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  const shift = { left: 0, center: width / 2, right: width }[align];
  let left = x - shift;
  for (const run of runs) {
    if ("emoji" in run) {
      const side = Math.round(emojiSize * size);
      const top = baseline + emojiDrop * size - side;
      const inset = (run.width - side) / 2;
      context.drawImage(emojiPicture(run.emoji, side), Math.round(left + inset), Math.round(top));
    } else {
      context.fillText(run.text, left, baseline);
    }
    left += run.width;
  }
  return width;
}
