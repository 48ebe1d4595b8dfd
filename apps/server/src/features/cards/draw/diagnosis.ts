import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { type Card, cardSize } from "./card.ts";
import { createWideEnvelope, drawEmptyEnvelope } from "./envelope.ts";
import { drawBlock, drawFooter, drawRoundLabel } from "./parts.ts";
import { themes } from "./themes.ts";

const envelope = createWideEnvelope(128);

/** A star with four points around (0, 0), 2 units wide and high. */
const star = new Path2D("M0-1Q.14-.14 1 0 .14.14 0 1-.14.14-1 0-.14-.14 0-1Z");

/** The centres and half the sizes of the stars beside the text. */
const stars = [
  [150, 300, 30],
  [112, 366, 15],
  [176, 400, 11],
  [1050, 300, 22],
  [1092, 356, 32],
  [1032, 404, 12],
] as const;

function drawStars(context: SKRSContext2D, color: string): void {
  context.fillStyle = color;
  for (const [x, y, halfSize] of stars) {
    context.save();
    context.translate(x, y);
    context.scale(halfSize, halfSize);
    context.fill(star);
    context.restore();
  }
}

/** Draws what somebody got from a diagnosis game, with the name but not the handle of the player. */
export function drawDiagnosis(context: SKRSContext2D, card: Card): void {
  const { locale, theme = "mint", title = "" } = card;
  const colors = themes[theme];
  drawEmptyEnvelope(context, envelope, theme);
  // On plain paper; other themes have motifs of their own there.
  if (colors.paperMotif === undefined) drawStars(context, colors.flap);
  drawRoundLabel(context, colors, { text: title, locale, x: cardSize.width / 2, y: 174 });
  drawBlock(context, {
    text: card.text,
    locale,
    weight: 700,
    color: colors.inkOnPaper,
    left: 200,
    top: 216,
    width: 800,
    height: 278,
    sizes: [60, 54, 48, 43, 38, 34, 30],
    lineHeight: 1.45,
    isBalanced: true,
    align: "center",
  });
  drawFooter(context, colors, card, { left: 94, right: 1106, y: 536 });
}
