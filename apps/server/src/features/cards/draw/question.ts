import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Card } from "./card.ts";
import { colors } from "./colors.ts";
import { layEnvelope } from "./envelope.ts";
import { labels } from "./labels.ts";
import { drawBlock, drawFooter, drawSeal } from "./parts.ts";

/** The whole card is the letter. */
export function drawQuestion(context: SKRSContext2D, card: Card): void {
  layEnvelope(context, 128);
  drawSeal(context, labels[card.locale].anonymous_question, card.locale, 174);
  drawBlock(context, {
    text: card.text,
    locale: card.locale,
    weight: 700,
    color: colors.ink_on_paper,
    left: 120,
    top: 224,
    width: 960,
    height: 264,
    sizes: [76, 68, 61, 54, 47, 42, 37, 34, 31],
    line_height: 1.4,
    balanced: true,
    align: "center",
  });
  drawFooter(context, card, 534);
}
