import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawButton } from "./button.ts";
import { type Card, cardSize } from "./card.ts";
import { createWideEnvelope, drawEmptyEnvelope } from "./envelope.ts";
import { drawBlock, drawWordmark } from "./parts.ts";
import { drawProfilePicture } from "./profile-picture.ts";
import { themes } from "./themes.ts";

const middle = cardSize.width / 2;
const envelope = createWideEnvelope(96);

/**
 * Draws a profile as an envelope that is addressed to the name and handle of its owner. How many lines of the name
 * and of the introduction fit follows from the `height`, `sizes` and `lineHeight` of their blocks (see `fitText`).
 */
export function drawProfile(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint" } = card;
  const colors = themes[theme];
  const shared = { locale, left: 130, width: 940, align: "center", isBalanced: true } as const;
  drawEmptyEnvelope(context, envelope, theme);
  drawProfilePicture(context, card, { x: middle, y: 132, size: 140 });
  const hasText = card.text !== "";
  drawBlock(context, {
    ...shared,
    text: (card.displaying_name || card.account || "").replaceAll("\n", " "),
    weight: 700,
    color: colors.inkOnPaper,
    top: hasText ? 208 : 218,
    height: hasText ? 84 : 110,
    sizes: [hasText ? 58 : 72, 50, 44, 38, 34],
    lineHeight: 1.4,
  });
  drawBlock(context, {
    ...shared,
    text: card.account ? `@${card.account}` : "",
    weight: 400,
    color: colors.secondaryInk,
    top: hasText ? 286 : 326,
    height: 44,
    sizes: [28],
    lineHeight: 1.5,
  });
  drawBlock(context, {
    ...shared,
    text: card.text,
    weight: 400,
    color: colors.inkOnPaper,
    top: 330,
    height: 84,
    sizes: [32, 28],
    lineHeight: 1.42,
  });
  drawButton(context, { locale, x: middle, y: 460, fill: colors.brandFill, ink: colors.onBrand });
  drawWordmark(context, colors, { x: middle, y: 541, size: 32, align: "center" });
}
