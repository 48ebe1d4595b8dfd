import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawButton } from "./button.ts";
import { type Card, tallSize } from "./card.ts";
import type { Colors } from "./colors.ts";
import { drawBlock } from "./parts.ts";

/** Draws a button for asking and the address of the receiver's box below the sheet of a tall card. */
export function drawAddress(context: SKRSContext2D, colors: Colors, card: Card): void {
  const { surface: fill, brand: ink } = colors;
  const x = tallSize.width / 2;
  drawButton(context, { locale: card.locale, x, y: 1524, scale: 1.15, fill, ink });
  drawBlock(context, {
    text: card.link ?? "",
    locale: card.locale,
    weight: 700,
    color: colors.inkOnBackground,
    left: 100,
    top: 1586,
    width: 880,
    height: 64,
    sizes: [36, 32, 28],
    lineHeight: 1.4,
    isBalanced: false,
    align: "center",
  });
}
