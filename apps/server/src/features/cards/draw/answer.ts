import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Card, cardSize } from "./card.ts";
import type { Colors } from "./colors.ts";
import { layEnvelope, wideEnvelope } from "./envelope.ts";
import { labels } from "./labels.ts";
import { readsFromTheRight } from "./lettering.ts";
import { drawOption } from "./options.ts";
import { drawBlock, drawFooter, drawSeal } from "./parts.ts";
import { stampOf } from "./stamp.ts";
import { themes } from "./themes.ts";

const envelope = wideEnvelope(78, 294);
const picture = { left: 96, top: 104, size: 176 };

/** On the rim of the envelope a label takes the colour of the paper. */
const onSurface = (colors: Colors): Colors => ({
  ...colors,
  surface: colors.paper,
  brand: colors.ink_on_paper,
});

/** The letter above, the beginning of its answer below. */
export function drawAnswer(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint" } = card;
  const colors = themes[theme];
  layEnvelope(context, envelope, theme);
  const label = labels[locale].anonymous_question;
  drawSeal(context, colors, { text: label, locale, x: cardSize.width / 2, y: 126 });
  const stamp = stampOf(card);
  if (stamp) context.drawImage(stamp.picture(picture.size), picture.left, picture.top);
  drawBlock(context, {
    text: stamp?.text ?? card.text,
    locale,
    weight: 700,
    color: colors.ink_on_paper,
    left: stamp ? 300 : 110,
    top: 162,
    width: stamp ? 600 : 980,
    height: 116,
    sizes: [52, 46, 40, 34, 28],
    line_height: 1.36,
    balanced: true,
    align: "center",
  });
  const chosen = card.options?.[card.chosen_option ?? -1];
  const alone = !card.answer_text;
  if (chosen !== undefined) {
    const box = { x: 92, y: alone ? 362 : 318, width: 1016, height: 68 };
    drawOption(context, onSurface(colors), chosen, { ...box, locale, sizes: [32, 28, 24, 21] });
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
    line_height: 1.5,
    balanced: false,
    align: readsFromTheRight(card.answer_text ?? "") ? "right" : "left",
  });
  drawFooter(context, colors, card, 546);
}
