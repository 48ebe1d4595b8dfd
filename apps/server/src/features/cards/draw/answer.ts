import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Card, cardSize } from "./card.ts";
import type { Colors } from "./colors.ts";
import { createWideEnvelope, placeEnvelope } from "./envelope.ts";
import { labels } from "./labels.ts";
import { isRightToLeft } from "./lettering.ts";
import { drawOption } from "./options.ts";
import { drawBlock, drawFooter, drawRoundLabel } from "./parts.ts";
import { findCardStamp } from "./stamp.ts";
import { themes } from "./themes.ts";

const envelope = createWideEnvelope(78, 294);
const stampBox = { left: 96, top: 104, size: 176 };

/** The colours of a label on the rim of the envelope. */
const getLabelColors = (colors: Colors): Colors => ({
  ...colors,
  surface: colors.paper,
  brand: colors.inkOnPaper,
});

/** Draws a question above the beginning of its answer. */
export function drawAnswer(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint" } = card;
  const colors = themes[theme];
  placeEnvelope(context, envelope, theme);
  const label = labels[locale].anonymousQuestion;
  drawRoundLabel(context, colors, { text: label, locale, x: cardSize.width / 2, y: 126 });
  const stamp = findCardStamp(card);
  if (stamp) context.drawImage(stamp.drawPicture(stampBox.size), stampBox.left, stampBox.top);
  drawBlock(context, {
    text: stamp?.text ?? card.text,
    locale,
    weight: 700,
    color: colors.inkOnPaper,
    left: stamp ? 300 : 110,
    top: 162,
    width: stamp ? 600 : 980,
    height: 116,
    sizes: [52, 46, 40, 34, 28],
    lineHeight: 1.36,
    isBalanced: true,
    align: "center",
  });
  const chosen = card.options?.[card.chosen_option ?? -1];
  const hasNoText = !card.answer_text;
  if (chosen !== undefined) {
    const box = { x: 92, y: hasNoText ? 362 : 318, width: 1016, height: 68 };
    drawOption(context, getLabelColors(colors), chosen, {
      ...box,
      locale,
      sizes: [32, 28, 24, 21],
    });
  }
  drawBlock(context, {
    text: card.answer_text ?? "",
    locale,
    weight: 400,
    color: colors.ink,
    left: 92,
    top: chosen === undefined ? 310 : 394,
    width: 1016,
    height: chosen === undefined ? 192 : 112,
    sizes: [40, 36, 32, 30],
    lineHeight: 1.5,
    isBalanced: false,
    align: isRightToLeft(card.answer_text ?? "") ? "right" : "left",
  });
  drawFooter(context, colors, card, 546);
}
