import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Locale } from "@toibako/contract/locales.ts";
import { type Card, cardSize } from "./card.ts";
import { type Colors, shadow } from "./colors.ts";
import { drawLogo, sheet } from "./envelope.ts";
import { chooseFace, type Weight } from "./fonts.ts";
import { type Box, fitText } from "./layout.ts";
import { createMeasure, drawLine } from "./lettering.ts";

/** The distance from the middle of a line to its baseline, in em. */
const baselineDrop = 0.36;
const middle = cardSize.width / 2;

/** A text and its box; lengths in pixels. */
export interface Block extends Box {
  text: string;
  locale: Locale;
  weight: Weight;
  color: string;
  left: number;
  top: number;
  align: "left" | "center" | "right";
}

/**
 * Fits a text into its box and draws it, vertically centred and clipped. Returns the width of the widest
 * line.
 */
export function drawBlock(context: SKRSContext2D, block: Block): number {
  const { left, top, width, height, color, align } = block;
  const face = chooseFace(block.text, block.locale, block.weight);
  const { size, lines } = fitText(block.text, block, createMeasure(context, face));
  const lineHeight = size * block.lineHeight;
  const firstMiddle = top + (height - lines.length * lineHeight) / 2 + lineHeight / 2;
  const x = left + { left: 0, center: width / 2, right: width }[align];
  context.save();
  context.beginPath();
  context.rect(left - 8, top - 8, width + 16, height + 16);
  context.clip();
  const lineWidths = lines.map((line, index) => {
    const baseline = firstMiddle + index * lineHeight + size * baselineDrop;
    return drawLine(context, face, line, { x, baseline, size, align, color });
  });
  context.restore();
  return Math.max(0, ...lineWidths);
}

interface RoundLabel {
  text: string;
  locale: Locale;
  /** The centre. */
  x: number;
  y: number;
  scale?: number;
}

/** Draws a label with round ends. */
export function drawRoundLabel(
  context: SKRSContext2D,
  colors: Colors,
  { text, locale, x, y, scale = 1 }: RoundLabel,
): void {
  const size = 28 * scale;
  const height = 54 * scale;
  const face = chooseFace(text, locale, 700);
  const measure = createMeasure(context, face);
  const line = { width: 720, height: size, sizes: [size], lineHeight: 1, isBalanced: false };
  const label = fitText(text, line, measure).lines[0] ?? "";
  const width = measure(label) * size + 60 * scale;
  context.save();
  context.shadowColor = shadow;
  context.shadowBlur = 8;
  context.shadowOffsetY = 2;
  context.fillStyle = colors.surface;
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
  context.fill();
  context.restore();
  const baseline = y + size * baselineDrop;
  drawLine(context, face, label, { x, baseline, size, align: "center", color: colors.brand });
}

/** Draws the logo and the name of the site; `x` is their middle or right end. */
export function drawWordmark(
  context: SKRSContext2D,
  colors: Colors,
  { x, y, size, align }: { x: number; y: number; size: number; align: "center" | "right" },
): void {
  const word = "Toibako";
  const face = chooseFace(word, "en", 700);
  const logoSize = size * 1.36;
  const width = logoSize + size * 0.2 + createMeasure(context, face)(word) * size;
  const left = align === "center" ? x - width / 2 : x - width;
  drawLogo(context, colors, { left, top: y - logoSize * 0.5, size: logoSize });
  drawLine(context, face, word, {
    x: left + width,
    baseline: y + size * 0.37,
    size,
    align: "right",
    color: colors.ink,
  });
}

/** Draws the last row of a card: the account at the left if there is one, and the logo. */
export function drawFooter(context: SKRSContext2D, colors: Colors, card: Card, y: number): void {
  const name = card.displaying_name?.replaceAll("\n", " ") ?? "";
  const account = card.account ? `@${card.account}` : "";
  if (name === "" && account === "") {
    drawWordmark(context, colors, { x: middle, y, size: 32, align: "center" });
    return;
  }
  const right = sheet.right - 56;
  drawWordmark(context, colors, { x: right, y, size: 32, align: "right" });
  const row = {
    locale: card.locale,
    top: y - 30,
    height: 60,
    lineHeight: 1.6,
    align: "left",
    isBalanced: false,
  } as const;
  const nameRow = { ...row, weight: 700, color: colors.ink, sizes: [30] } as const;
  const accountRow = { ...row, weight: 400, color: colors.secondaryInk, sizes: [26] } as const;
  const left = sheet.left + 56;
  const nameWidth = drawBlock(context, { ...nameRow, text: name, left, width: 440 });
  const accountLeft = nameWidth > 0 ? left + nameWidth + 18 : left;
  const accountWidth = right - 210 - accountLeft;
  drawBlock(context, { ...accountRow, text: account, left: accountLeft, width: accountWidth });
}
