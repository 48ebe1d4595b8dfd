import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawButton } from "./button.ts";
import { type Card, tallSize } from "./card.ts";
import type { Colors } from "./colors.ts";
import { layEnvelope, tallEnvelope } from "./envelope.ts";
import { labels } from "./labels.ts";
import { drawOptions } from "./options.ts";
import { drawBlock, drawMark, drawSeal } from "./parts.ts";
import { stampOf } from "./stamp.ts";
import { themes } from "./themes.ts";

const middle = tallSize.width / 2;
const pictureSize = 520;

/** Whose question it was and where to ask the next one, below the letter. */
function drawAddress(context: SKRSContext2D, colors: Colors, card: Card): void {
  const row = {
    locale: card.locale,
    left: 100,
    width: 880,
    line_height: 1.4,
    balanced: false,
    align: "center",
    color: colors.ink_on_desk,
  } as const;
  const name = card.displaying_name?.replaceAll("\n", " ") ?? "";
  const account = card.account ? `@${card.account}` : "";
  drawBlock(context, { ...row, text: name, weight: 700, top: 1352, height: 68, sizes: [44] });
  drawBlock(context, { ...row, text: account, weight: 400, top: 1412, height: 52, sizes: [34] });
  const { surface: fill, brand: ink } = colors;
  drawButton(context, { locale: card.locale, x: middle, y: 1540, scale: 1.15, fill, ink });
  const link = card.link ?? "";
  drawBlock(context, {
    ...row,
    text: link,
    weight: 700,
    top: 1598,
    height: 60,
    sizes: [34, 30, 26],
  });
}

/** What can be answered, below one another. Answers where that begins. */
function drawChoices(context: SKRSContext2D, { locale, theme = "mint", options = [] }: Card) {
  return drawOptions(context, themes[theme], options, {
    ...{ locale, left: 160, width: 760, bottom: 1206, gap: 16, columns: 1, row: 92 },
    sizes: [42, 38, 34, 30],
  });
}

/** The letter for a phone's whole screen. */
export function drawTallQuestion(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint" } = card;
  const colors = themes[theme];
  const stamp = stampOf(card);
  layEnvelope(context, tallEnvelope, theme);
  const label = labels[locale].anonymous_question;
  drawSeal(context, colors, { text: label, locale, x: middle, y: 466, scale: 1.3 });
  const shared = {
    locale,
    weight: 700,
    color: colors.ink_on_paper,
    left: 130,
    width: 820,
    line_height: 1.45,
    balanced: true,
    align: "center",
  } as const;
  if (stamp) {
    context.drawImage(stamp.picture(pictureSize), middle - pictureSize / 2, 504);
    const sizes = [72, 64, 56, 50, 44, 38];
    drawBlock(context, { ...shared, text: stamp.text, top: 1014, height: 214, sizes });
  } else {
    const below = card.options ? drawChoices(context, card) : 1218;
    const sizes = [96, 86, 76, 68, 61, 54, 48, 43, 39];
    const height = below - 528 - (card.options ? 20 : 0);
    drawBlock(context, { ...shared, text: card.text, top: 528, height, sizes });
  }
  drawMark(context, colors, { x: middle, y: 1266, size: 40, align: "center" });
  drawAddress(context, colors, card);
}
