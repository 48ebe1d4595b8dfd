import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Card, cardSize } from "./card.ts";
import { colors } from "./colors.ts";
import { layEnvelope, wideEnvelope } from "./envelope.ts";
import { labels } from "./labels.ts";
import { drawBlock, drawMark, drawSeal } from "./parts.ts";

const middle = cardSize.width / 2;
const envelope = wideEnvelope(146);

/** The card of every page that has none of its own. */
export function drawSite(context: SKRSContext2D, card: Card): void {
  layEnvelope(context, envelope, "mint");
  drawSeal(context, colors, { text: "?", locale: card.locale, x: middle, y: 192 });
  drawMark(context, colors, { x: middle, y: 336, size: 104, align: "center" });
  drawBlock(context, {
    text: card.text || labels[card.locale].tagline,
    locale: card.locale,
    weight: 700,
    color: colors.brand,
    left: 130,
    top: 420,
    width: 940,
    height: 110,
    sizes: [40, 36, 32],
    line_height: 1.4,
    balanced: true,
    align: "center",
  });
}
