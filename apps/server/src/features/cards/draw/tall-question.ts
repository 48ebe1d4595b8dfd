import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawButton } from "./button.ts";
import { type Card, tallSize } from "./card.ts";
import type { Colors } from "./colors.ts";
import { placeEnvelope, tallEnvelope } from "./envelope.ts";
import { labels } from "./labels.ts";
import { drawOptions } from "./options.ts";
import { drawBlock, drawRoundLabel, drawWordmark } from "./parts.ts";
import { findCardStamp } from "./stamp.ts";
import { themes } from "./themes.ts";

const middle = tallSize.width / 2;
const pictureSize = 520;

/** Draws the receiver and their address below the question. */
function drawAddress(context: SKRSContext2D, colors: Colors, card: Card): void {
  const row = {
    locale: card.locale,
    left: 100,
    width: 880,
    lineHeight: 1.4,
    isBalanced: false,
    align: "center",
    color: colors.inkOnBackground,
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

/** Draws the choices in one column; returns their top. */
function drawOptionColumn(context: SKRSContext2D, { locale, theme = "mint", options = [] }: Card) {
  return drawOptions(context, themes[theme], options, {
    ...{ locale, left: 160, width: 760, bottom: 1206, gap: 16, columns: 1, rowHeight: 92 },
    sizes: [42, 38, 34, 30],
  });
}

/** Draws a question for the full screen of a phone. */
export function drawTallQuestion(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint" } = card;
  const colors = themes[theme];
  const stamp = findCardStamp(card);
  placeEnvelope(context, tallEnvelope, theme);
  const label = labels[locale].anonymousQuestion;
  drawRoundLabel(context, colors, { text: label, locale, x: middle, y: 466, scale: 1.3 });
  const shared = {
    locale,
    weight: 700,
    color: colors.inkOnPaper,
    left: 130,
    width: 820,
    lineHeight: 1.45,
    isBalanced: true,
    align: "center",
  } as const;
  if (stamp) {
    context.drawImage(stamp.drawPicture(pictureSize), middle - pictureSize / 2, 504);
    const sizes = [72, 64, 56, 50, 44, 38];
    drawBlock(context, { ...shared, text: stamp.text, top: 1014, height: 214, sizes });
  } else {
    const optionsTop = card.options ? drawOptionColumn(context, card) : 1218;
    const sizes = [96, 86, 76, 68, 61, 54, 48, 43, 39];
    const height = optionsTop - 528 - (card.options ? 20 : 0);
    drawBlock(context, { ...shared, text: card.text, top: 528, height, sizes });
  }
  drawWordmark(context, colors, { x: middle, y: 1266, size: 40, align: "center" });
  drawAddress(context, colors, card);
}
