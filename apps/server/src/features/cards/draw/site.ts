import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Card, cardSize } from "./card.ts";
import { defaultColors } from "./colors.ts";
import { createWideEnvelope, drawEmptyEnvelope } from "./envelope.ts";
import { labels } from "./labels.ts";
import { drawBlock, drawRoundLabel, drawWordmark } from "./parts.ts";

const middle = cardSize.width / 2;
const envelope = createWideEnvelope(146);

/** Draws the card of the site, for pages that have no card. */
export function drawSite(context: SKRSContext2D, card: Card): void {
  drawEmptyEnvelope(context, envelope, "mint");
  drawRoundLabel(context, defaultColors, { text: "?", locale: card.locale, x: middle, y: 192 });
  drawWordmark(context, defaultColors, { x: middle, y: 336, size: 104, align: "center" });
  drawBlock(context, {
    text: card.text || labels[card.locale].tagline,
    locale: card.locale,
    weight: 700,
    color: defaultColors.brand,
    left: 130,
    top: 420,
    width: 940,
    height: 110,
    sizes: [40, 36, 32],
    lineHeight: 1.4,
    isBalanced: true,
    align: "center",
  });
}
