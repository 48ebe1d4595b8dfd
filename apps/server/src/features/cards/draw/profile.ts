import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawButton } from "./button.ts";
import { type Card, cardSize } from "./card.ts";
import { createWideEnvelope, placeEnvelope } from "./envelope.ts";
import { drawBlock, drawRoundLabel, drawWordmark } from "./parts.ts";
import { themes } from "./themes.ts";

const middle = cardSize.width / 2;
const envelope = createWideEnvelope(96);

/** Draws a profile as an envelope with its owner as the address. */
export function drawProfile(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint" } = card;
  const colors = themes[theme];
  const shared = { locale, left: 130, width: 940, align: "center", isBalanced: true } as const;
  placeEnvelope(context, envelope, theme);
  if (card.account) {
    drawRoundLabel(context, colors, { text: `@${card.account}`, locale, x: middle, y: 144 });
  }
  drawBlock(context, {
    ...shared,
    text: (card.displaying_name || card.account || "").replaceAll("\n", " "),
    weight: 700,
    color: colors.inkOnPaper,
    top: 178,
    height: card.text === "" ? 220 : 104,
    sizes: [card.text === "" ? 88 : 72, 60, 50, 42, 36],
    lineHeight: 1.4,
  });
  drawBlock(context, {
    ...shared,
    text: card.text,
    weight: 400,
    color: colors.secondaryInk,
    top: 280,
    height: 92,
    sizes: [34, 30, 28],
    lineHeight: 1.5,
  });
  drawButton(context, { locale, x: middle, y: 440, fill: colors.brandFill, ink: colors.onBrand });
  drawWordmark(context, colors, { x: middle, y: 533, size: 32, align: "center" });
}
