import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { type Card, cardSize } from "./card.ts";
import { colors } from "./colors.ts";
import { layEnvelope } from "./envelope.ts";
import { faceFor } from "./fonts.ts";
import { labels } from "./labels.ts";
import { drawLine, measureWith } from "./lettering.ts";
import { drawBlock, drawMark, drawSeal } from "./parts.ts";

const middle = cardSize.width / 2;
const pencil = ["m4 20 1-4L16.5 4.500a2 2 0 0 1 3 3L8 19Z", "m14.500 6.500 3 3"].map(
  (path) => new Path2D(path),
);

/** The site's button as a picture of itself: it says what the link is for. */
function drawButton(context: SKRSContext2D, card: Card, y: number): void {
  const size = 32;
  const height = 76;
  const text = labels[card.locale].ask;
  const face = faceFor(text, card.locale, 700);
  const textWidth = measureWith(context, face)(text) * size;
  const width = textWidth + 150;
  context.fillStyle = colors.brand_fill;
  context.beginPath();
  context.roundRect(middle - width / 2, y - height / 2, width, height, height / 2);
  context.fill();
  const left = middle - (textWidth + 46) / 2;
  context.save();
  context.translate(left, y - 17);
  context.scale(1.4, 1.4);
  context.strokeStyle = colors.on_brand;
  context.lineWidth = 1.9;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const path of pencil) context.stroke(path);
  context.restore();
  const baseline = y + size * 0.36;
  drawLine(context, face, text, {
    x: left + 46,
    baseline,
    size,
    align: "left",
    color: colors.on_brand,
  });
}

/** An envelope addressed to its owner. */
export function drawProfile(context: SKRSContext2D, card: Card): void {
  const { locale } = card;
  const shared = { locale, left: 130, width: 940, align: "center", balanced: true } as const;
  layEnvelope(context, 96);
  if (card.account) drawSeal(context, `@${card.account}`, locale, 144);
  drawBlock(context, {
    ...shared,
    text: (card.displaying_name || card.account || "").replaceAll("\n", " "),
    weight: 700,
    color: colors.ink_on_paper,
    top: 178,
    height: card.text === "" ? 220 : 104,
    sizes: [card.text === "" ? 88 : 72, 60, 50, 42, 36],
    line_height: 1.4,
  });
  drawBlock(context, {
    ...shared,
    text: card.text,
    weight: 400,
    color: colors.ink_2,
    top: 280,
    height: 92,
    sizes: [34, 30, 28],
    line_height: 1.5,
  });
  drawButton(context, card, 440);
  drawMark(context, { x: middle, y: 533, size: 32, align: "center" });
}
