import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Card, cardSize } from "./card.ts";
import { createWideEnvelope, drawEmptyEnvelope } from "./envelope.ts";
import { drawOptions } from "./options.ts";
import { drawBlock, drawFooter } from "./parts.ts";
import { findCardStamp } from "./stamp.ts";
import { drawTallQuestion } from "./tall-question.ts";
import { themes } from "./themes.ts";
import { drawSeal } from "./wax.ts";

const envelope = createWideEnvelope(128);
const stampBox = { left: 112, top: 176, size: 324 };

/** Draws a question on a whole card. */
export function drawQuestion(context: SKRSContext2D, card: Card): void {
  if (card.format === "tall") drawTallQuestion(context, card);
  else drawWideQuestion(context, card);
}

/** Draws four choices in two rows, fewer in one; returns their top. */
function drawOptionRows(context: SKRSContext2D, { locale, theme = "mint", options = [] }: Card) {
  return drawOptions(context, themes[theme], options, {
    ...{ locale, left: 112, width: 976, bottom: 494, gap: 14 },
    columns: options.length === 3 ? 3 : 2,
    rowHeight: options.length === 4 ? 58 : 68,
    sizes: [30, 27, 24, 21],
  });
}

function drawWideQuestion(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint" } = card;
  const colors = themes[theme];
  const stamp = findCardStamp(card);
  drawEmptyEnvelope(context, envelope, theme);
  drawSeal(context, card, { x: cardSize.width / 2, y: 170, size: 96 });
  const shared = {
    locale,
    weight: 700,
    color: colors.inkOnPaper,
    top: 224,
    height: 264,
    lineHeight: 1.4,
    isBalanced: true,
    align: "center",
  } as const;
  if (stamp) {
    const { left, top, size } = stampBox;
    context.drawImage(stamp.drawPicture(size), left, top);
    const sizes = [61, 54, 47, 42, 37, 34, 31];
    drawBlock(context, { ...shared, text: stamp.text, left: 460, width: 620, sizes });
  } else {
    const optionsTop = card.options ? drawOptionRows(context, card) : undefined;
    const sizes = [76, 68, 61, 54, 47, 42, 37, 34, 31];
    const height = optionsTop === undefined ? shared.height : optionsTop - shared.top - 12;
    drawBlock(context, { ...shared, height, text: card.text, left: 120, width: 960, sizes });
  }
  drawFooter(context, colors, card, { left: 94, right: 1106, y: 536 });
}
