import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { drawVector } from "./vector.ts";

/** Plain text, or the name of an emoji's drawing; the name is empty if there is no drawing. */
export type Run = { text: string } | { emoji: string };

const folder = dirname(createRequire(import.meta.url).resolve("@twemoji/svg/package.json"));
const graphemeSegmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

let drawingNames: Set<string> | undefined;

function isDrawn(name: string): boolean {
  drawingNames ??= new Set(readdirSync(folder).map((file) => file.replace(/\.svg$/, "")));
  return drawingNames.has(name);
}

// Matches characters that are text unless an emoji variation selector follows. The fonts have glyphs for them.
const textSymbolPattern = /^[\0-\u25ff☀-☄☎♀♂♠♣♥♦♨〰〽㊗㊙]$/u;
// Matches an emoji with the selector of the text presentation (U+FE0E).
const textPresentationPattern = /^\P{M}\ufe0e$/u;
// Matches emoji, flags and keycaps (U+20E3).
const emojiPattern = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Returns the file name of a drawing: the code points, with the emoji variation selector only in joined emoji. */
function toDrawingName(grapheme: string): string {
  const normalized = grapheme.includes("\u200d") ? grapheme : grapheme.replaceAll("\ufe0f", "");
  return Array.from(normalized, (character) => character.codePointAt(0)?.toString(16)).join("-");
}

/** The drawing in place of a flag that has none: a white flag. */
const unknownFlag = "1f3f3";

/**
 * Returns the name of an emoji's drawing. An emoji without a drawing, for example of a later version of Unicode, has one
 * drawing in place of the whole sequence: that of its first part that has one, or "". Undefined if it is no emoji, such
 * as a letter with an enclosing keycap (U+20E3).
 */
function findDrawing(grapheme: string): string | undefined {
  const wholeDrawing = [
    toDrawingName(grapheme),
    toDrawingName(grapheme.replaceAll("\ufe0f", "")),
  ].find(isDrawn);
  if (wholeDrawing !== undefined) return wholeDrawing;
  if (/^\p{Regional_Indicator}{2}$/u.test(grapheme)) return unknownFlag;
  const parts = grapheme.match(/\p{Extended_Pictographic}\p{EMod}?|\p{Regional_Indicator}/gu);
  if (!parts) return undefined;
  const candidates = parts.flatMap((part) => [part, part.replace(/\p{EMod}$/u, "")]);
  return candidates.map(toDrawingName).find(isDrawn) ?? "";
}

/** Splits a text into runs of plain text and emoji. */
export function splitRuns(text: string): Run[] {
  if (!emojiPattern.test(text)) return [{ text }];
  const runs: Run[] = [];
  let plain = "";
  for (const { segment } of graphemeSegmenter.segment(text)) {
    const isText = textSymbolPattern.test(segment) || textPresentationPattern.test(segment);
    const emoji = emojiPattern.test(segment) && !isText ? findDrawing(segment) : undefined;
    if (emoji === undefined) {
      plain += segment;
      continue;
    }
    if (plain !== "") runs.push({ text: plain });
    plain = "";
    runs.push({ emoji });
  }
  if (plain !== "") runs.push({ text: plain });
  return runs;
}

const drawings = new Map<string, Canvas>();
const maxCachedDrawings = 400;

/** Draws a placeholder for an emoji without a drawing. */
function drawPlaceholder(size: number): Canvas {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext("2d");
  context.fillStyle = "rgb(26 115 117 / 0.25)";
  context.beginPath();
  context.roundRect(size * 0.12, size * 0.12, size * 0.76, size * 0.76, size * 0.2);
  context.fill();
  return canvas;
}

/** Draws an emoji as a square of `size` pixels; cached. */
export function drawEmoji(name: string, size: number): Canvas {
  const key = `${name}@${size}`;
  const cached = drawings.get(key);
  if (cached) return cached;
  const drawn =
    name === ""
      ? drawPlaceholder(size)
      : drawVector(readFileSync(join(folder, `${name}.svg`), "utf8"), size);
  if (drawings.size >= maxCachedDrawings) drawings.clear();
  drawings.set(key, drawn);
  return drawn;
}
