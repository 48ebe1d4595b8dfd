import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawButton } from "./button.ts";
import { type Card, cardSize } from "./card.ts";
import { layEnvelope, wideEnvelope } from "./envelope.ts";
import { drawBlock, drawMark, drawSeal } from "./parts.ts";
import { themes } from "./themes.ts";

const middle = cardSize.width / 2;
const envelope = wideEnvelope(96);

/** An envelope addressed to its owner. */
export function drawProfile(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint" } = card;
  const colors = themes[theme];
  const shared = { locale, left: 130, width: 940, align: "center", balanced: true } as const;
  layEnvelope(context, envelope, theme);
  if (card.account) {
    drawSeal(context, colors, { text: `@${card.account}`, locale, x: middle, y: 144 });
  }
  drawBlock(context, {
    ...shared,
    text: (card.displaying_name || card.account || "").replaceAll("\n", " "),
    weight: 700,
    color: colors.ink_on_paper,
    top: 178,
    height: card.text === "" ? 220 : 104,
    sizes: [card.text === "" ? 88 : 72, 60, 50, 42, 36],
    line_height: 1.4,
  });
  drawBlock(context, {
    ...shared,
    text: card.text,
    weight: 400,
    color: colors.ink_2,
    top: 280,
    height: 92,
    sizes: [34, 30, 28],
    line_height: 1.5,
  });
  drawButton(context, { locale, x: middle, y: 440, fill: colors.brand_fill, ink: colors.on_brand });
  drawMark(context, colors, { x: middle, y: 533, size: 32, align: "center" });
}
