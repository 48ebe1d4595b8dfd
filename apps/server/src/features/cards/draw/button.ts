import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import type { Locale } from "@toibako/contract/locales.ts";
import { chooseFace } from "./fonts.ts";
import { labels } from "./labels.ts";
import { createMeasure, drawLine } from "./lettering.ts";

const pencil = ["m4 20 1-4L16.5 4.500a2 2 0 0 1 3 3L8 19Z", "m14.500 6.500 3 3"].map(
  (path) => new Path2D(path),
);

interface Button {
  locale: Locale;
  /** The centre. */
  x: number;
  y: number;
  scale?: number;
  fill: string;
  ink: string;
}

/** Draws the button “Ask me anonymously”. It is only a picture; people share it together with a link to the box. */
export function drawButton(
  context: SKRSContext2D,
  { locale, x, y, scale = 1, fill, ink }: Button,
): void {
  const size = 32 * scale;
  const height = 76 * scale;
  const text = labels[locale].ask;
  const face = chooseFace(text, locale, 700);
  const textWidth = createMeasure(context, face)(text) * size;
  const width = textWidth + 150 * scale;
  context.fillStyle = fill;
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
  context.fill();
  const pencilWidth = 46 * scale;
  const left = x - (textWidth + pencilWidth) / 2;
  context.save();
  context.translate(left, y - 17 * scale);
  context.scale(1.4 * scale, 1.4 * scale);
  context.strokeStyle = ink;
  context.lineWidth = 1.9;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const path of pencil) context.stroke(path);
  context.restore();
  const baseline = y + size * 0.36;
  drawLine(context, face, text, {
    x: left + pencilWidth,
    baseline,
    size,
    align: "left",
    color: ink,
  });
}
