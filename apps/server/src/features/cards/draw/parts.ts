import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Card } from "./card.ts";
import { type Colors, shadow } from "./colors.ts";
import { drawLogo } from "./envelope.ts";
import { chooseFace, type Face, type Weight } from "./fonts.ts";
import { type Box, type FittedText, fitText } from "./layout.ts";
import { createMeasure, drawLine } from "./lettering.ts";
import { drawProfilePicture } from "./profile-picture.ts";

/** The distance from the middle of a line to its baseline, in em. */
const baselineDrop = 0.36;

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

/** A block whose text is broken into lines, before it is drawn. */
export interface FittedBlock extends FittedText {
  block: Block;
  face: Face;
  /** The height of all lines in pixels. */
  linesHeight: number;
}

/** Breaks a text into the lines that fit its box, so that a layout can depend on their height. */
export function fitBlock(context: SKRSContext2D, block: Block): FittedBlock {
  const face = chooseFace(block.text, block.locale, block.weight);
  // German has a space before an ellipsis that replaces words.
  const ellipsis = block.locale === "dt" ? "\u00a0…" : "…";
  const fitted = fitText(block.text, { ...block, ellipsis }, createMeasure(context, face));
  const linesHeight = fitted.lines.length * fitted.size * block.lineHeight;
  return { ...fitted, block, face, linesHeight };
}

/**
 * Draws a fitted text, vertically centred in its box and clipped; `area` replaces the top and the height of
 * the box. Returns the width of the widest line.
 */
export function drawFittedBlock(
  context: SKRSContext2D,
  { block, face, size, lines, linesHeight }: FittedBlock,
  area?: Pick<Block, "top" | "height">,
): number {
  const { left, top, width, height, color, align } = { ...block, ...area };
  const lineHeight = size * block.lineHeight;
  const firstMiddle = top + (height - linesHeight) / 2 + lineHeight / 2;
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

/** Fits a text into its box and draws it; returns the width of the widest line. */
export function drawBlock(context: SKRSContext2D, block: Block): number {
  return drawFittedBlock(context, fitBlock(context, block));
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

/** Draws the logo and the name of the site. `x` is their middle or right end, by `align`. */
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

interface Footer {
  left: number;
  right: number;
  /** The middle of the row. */
  y: number;
  scale?: number;
}

/** Draws the last row of a card: the account or community at the left, if there is one, and the logo. */
export function drawFooter(
  context: SKRSContext2D,
  colors: Colors,
  card: Card,
  { left, right, y, scale = 1 }: Footer,
): void {
  const name = card.displaying_name?.replaceAll("\n", " ") ?? "";
  const account = card.community || (card.account && `@${card.account}`) || "";
  const size = 32 * scale;
  if (name === "" && account === "") {
    drawWordmark(context, colors, { x: (left + right) / 2, y, size, align: "center" });
    return;
  }
  drawWordmark(context, colors, { x: right, y, size, align: "right" });
  const pictureSize = 60 * scale;
  const hasPicture = drawProfilePicture(context, card, {
    x: left + pictureSize / 2,
    y,
    size: pictureSize,
  });
  const textLeft = hasPicture ? left + pictureSize + 16 * scale : left;
  const textRight = right - 200 * scale;
  const row = {
    locale: card.locale,
    top: y - 30 * scale,
    height: 60 * scale,
    lineHeight: 1.6,
    align: "left",
    isBalanced: false,
  } as const;
  const nameWidth = drawBlock(context, {
    ...row,
    text: name,
    weight: 700,
    color: colors.ink,
    sizes: [30 * scale],
    left: textLeft,
    width: Math.min(440 * scale, textRight - textLeft),
  });
  const accountLeft = nameWidth > 0 ? textLeft + nameWidth + 18 * scale : textLeft;
  const minAccountWidth = 80 * scale;
  if (textRight - accountLeft < minAccountWidth) return;
  drawBlock(context, {
    ...row,
    text: account,
    weight: 400,
    color: colors.secondaryInk,
    sizes: [26 * scale],
    left: accountLeft,
    width: textRight - accountLeft,
  });
}
