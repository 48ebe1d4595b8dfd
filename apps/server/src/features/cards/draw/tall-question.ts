import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Card, tallSize } from "./card.ts";
import { createTallEnvelope, drawEmptyEnvelope } from "./envelope.ts";
import { drawOptions } from "./options.ts";
import { drawBlock, drawFooter } from "./parts.ts";
import { drawAddress } from "./receiver-address.ts";
import { findCardStamp } from "./stamp.ts";
import { themes } from "./themes.ts";
import { drawSeal } from "./wax.ts";

const middle = tallSize.width / 2;
const pictureSize = 520;
const envelope = createTallEnvelope(176);

/** Draws the choices in one column; returns their top. */
function drawOptionColumn(context: SKRSContext2D, { locale, theme = "mint", options = [] }: Card) {
  return drawOptions(context, themes[theme], options, {
    ...{ locale, left: 160, width: 760, bottom: 1264, gap: 16, columns: 1, rowHeight: 92 },
    sizes: [42, 38, 34, 30],
  });
}

/** Draws a question for the full screen of a phone. */
export function drawTallQuestion(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint" } = card;
  const colors = themes[theme];
  const stamp = findCardStamp(card);
  drawEmptyEnvelope(context, envelope, theme);
  drawSeal(context, card, { x: middle, y: 462, size: 126 });
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
    drawBlock(context, { ...shared, text: stamp.text, top: 1030, height: 240, sizes });
  } else {
    const top = 528;
    const bottom = card.options ? drawOptionColumn(context, card) - 20 : 1276;
    const sizes = [96, 86, 76, 68, 61, 54, 48, 43, 39];
    drawBlock(context, { ...shared, text: card.text, top, height: bottom - top, sizes });
  }
  drawFooter(context, colors, card, { left: 128, right: 952, y: 1342, scale: 1.32 });
  drawAddress(context, colors, card);
}
