import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { drawVector } from "./vector.ts";

/** A stretch of plain text, or one emoji by the name of its drawing (empty when there is none). */
export type Run = { text: string } | { emoji: string };

const folder = dirname(createRequire(import.meta.url).resolve("@twemoji/svg/package.json"));
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

let known: Set<string> | undefined;

function isDrawn(name: string): boolean {
  known ??= new Set(readdirSync(folder).map((file) => file.replace(/\.svg$/, "")));
  return known.has(name);
}

// Typed without the emoji selector these are letters of the text, and the fonts have them.
const textual = /^[\0-\u25ff☀-☄☎♀♂♠♣♥♦♨〰〽㊗㊙]\ufe0e?$/u;
const pictorial = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Drawings are named by code points; the selector stands in the name of joined families only. */
function drawingName(grapheme: string): string {
  const spelled = grapheme.includes("\u200d") ? grapheme : grapheme.replaceAll("\ufe0f", "");
  return Array.from(spelled, (character) => character.codePointAt(0)?.toString(16)).join("-");
}

/** A joined or toned emoji that nobody has drawn falls apart into the ones it is made of. */
function emojiIn(grapheme: string): string[] {
  const whole = [drawingName(grapheme), drawingName(grapheme.replaceAll("\ufe0f", ""))].find(
    isDrawn,
  );
  if (whole !== undefined) return [whole];
  const parts = grapheme.match(/\p{Extended_Pictographic}\p{EMod}?|\p{Regional_Indicator}/gu) ?? [];
  return parts.map((part) => {
    const plain = drawingName(part.replace(/\p{EMod}$/u, ""));
    return [drawingName(part), plain].find(isDrawn) ?? "";
  });
}

/** Divides a text into what fonts draw and what pictures draw. */
export function runsOf(text: string): Run[] {
  if (!pictorial.test(text)) return [{ text }];
  const runs: Run[] = [];
  let plain = "";
  for (const { segment } of graphemes.segment(text)) {
    if (!pictorial.test(segment) || textual.test(segment)) {
      plain += segment;
      continue;
    }
    if (plain !== "") runs.push({ text: plain });
    plain = "";
    for (const emoji of emojiIn(segment)) runs.push({ emoji });
  }
  if (plain !== "") runs.push({ text: plain });
  return runs;
}

const drawings = new Map<string, Canvas>();
const keptDrawings = 400;

/** Stands for an emoji that nobody has drawn. */
function drawUnknown(size: number): Canvas {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext("2d");
  context.fillStyle = "rgb(26 115 117 / 0.25)";
  context.beginPath();
  context.roundRect(size * 0.12, size * 0.12, size * 0.76, size * 0.76, size * 0.2);
  context.fill();
  return canvas;
}

/** The emoji as a square of `size` pixels, kept for the next time. */
export function emojiPicture(name: string, size: number): Canvas {
  const key = `${name}@${size}`;
  const kept = drawings.get(key);
  if (kept) return kept;
  const drawn =
    name === ""
      ? drawUnknown(size)
      : drawVector(readFileSync(join(folder, `${name}.svg`), "utf8"), size);
  if (drawings.size >= keptDrawings) drawings.clear();
  drawings.set(key, drawn);
  return drawn;
}
