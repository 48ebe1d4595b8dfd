import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import type { Card } from "./card.ts";
import { labelWelcome } from "./labels.ts";
import { drawMotifs } from "./motifs.ts";
import { drawRoundLabel } from "./parts.ts";
import { themes } from "./themes.ts";

/** The outline of the wax, on a grid of 40 by 40 units; the same as `--wax-shape` of the pages' stationery. */
const shape = new Path2D(
  "M37.4 17.8Q38.6 20.0 38.0 22.3Q37.3 24.6 36.4 26.8Q35.4 28.9 33.7 30.4Q32.0 32.0 30.2 33.2Q28.4 34.5 26.6 36.3Q24.9 38.2 22.4 38.1Q20.0 38.1 17.8 37.3Q15.6 36.5 13.5 35.7Q11.4 34.9 9.7 33.4Q8.0 32.0 5.9 30.6Q3.9 29.3 3.1 27.0Q2.2 24.8 2.8 22.4Q3.4 20.0 3.4 17.8Q3.3 15.5 4.1 13.4Q4.9 11.3 6.0 9.2Q7.1 7.1 8.9 5.5Q10.8 4.0 13.3 4.1Q15.8 4.2 17.9 3.5Q20.0 2.9 22.3 2.7Q24.7 2.5 26.8 3.5Q29.0 4.4 31.0 5.7Q32.9 7.1 33.6 9.4Q34.3 11.7 35.3 13.7Q36.2 15.6 37.4 17.8Z",
);

interface Seal {
  /** The centre, and the diameter. */
  x: number;
  y: number;
  size: number;
}

/** Seals the flap of a question with wax, as on its page. The welcome letter has a label that says who asks it. */
export function drawSeal(context: SKRSContext2D, card: Card, { x, y, size }: Seal): void {
  const { theme = "mint", locale } = card;
  const colors = themes[theme];
  if (card.is_welcome) {
    drawRoundLabel(context, colors, { text: labelWelcome(locale), locale, x, y, scale: size / 80 });
    return;
  }
  context.save();
  context.translate(x, y);
  context.scale(size / 40, size / 40);
  context.save();
  context.translate(-20, -20);
  context.shadowColor = "rgb(0 0 0 / 0.22)";
  context.shadowBlur = size / 20;
  context.shadowOffsetY = size / 36;
  context.fillStyle = colors.wax;
  context.fill(shape);
  context.restore();
  context.globalAlpha = 0.38;
  context.strokeStyle = colors.onWax;
  context.lineWidth = 1;
  context.beginPath();
  context.arc(0, 0, 13.5, 0, 2 * Math.PI);
  context.stroke();
  context.restore();
  drawMotifs(context, { theme, scatter: [[x, y, size * 0.18, 0]], color: colors.onWax });
}
