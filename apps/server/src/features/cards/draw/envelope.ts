import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { cardSize } from "./card.ts";
import { colors } from "./colors.ts";

/** The parts of the sheet in pixels; nothing but the desk lies outside `sheet`. */
export const sheet = { left: 36, top: 36, right: 1164, bottom: 594, radius: 44 } as const;
const paper = { left: 50, top: 50, right: 1150, bottom: 580, radius: 32 } as const;

const logo = {
  box: new Path2D(
    "M5 12.5C5 9.5 7.2 7 10.2 7h11.6C24.8 7 27 9.5 27 12.5V22a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5Z",
  ),
  fold: new Path2D("M5.2 12.5 16 19.5l10.8-7"),
  slot: new Path2D("M12 3.2h8"),
};

/** The question box, drawn on a grid of 32. */
export function drawLogo(context: SKRSContext2D, left: number, top: number, size: number): void {
  context.save();
  context.translate(left, top);
  context.scale(size / 32, size / 32);
  context.lineCap = "round";
  context.lineJoin = "round";
  context.fillStyle = colors.brand_fill;
  context.fill(logo.box);
  context.strokeStyle = colors.on_brand;
  context.lineWidth = 2.2;
  context.stroke(logo.fold);
  context.strokeStyle = colors.brand_fill;
  context.lineWidth = 2.6;
  context.stroke(logo.slot);
  context.restore();
}

function drawFlap(context: SKRSContext2D, depth: number): void {
  const middle = cardSize.width / 2;
  context.fillStyle = colors.flap;
  context.beginPath();
  context.moveTo(paper.left, paper.top);
  context.arcTo(middle, paper.top + depth + 6, paper.right, paper.top, 60);
  context.lineTo(paper.right, paper.top);
  context.fill();
}

function drawEnvelope(flapDepth: number, paperBottom: number): Canvas {
  const canvas = createCanvas(cardSize.width, cardSize.height);
  const context = canvas.getContext("2d");
  context.fillStyle = colors.desk;
  context.fillRect(0, 0, cardSize.width, cardSize.height);

  const { left, top, right, bottom, radius } = sheet;
  context.fillStyle = colors.surface;
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, radius);
  context.fill();

  context.beginPath();
  const width = paper.right - paper.left;
  context.roundRect(paper.left, paper.top, width, paperBottom - paper.top, paper.radius);
  context.clip();
  context.fillStyle = colors.paper;
  context.fillRect(paper.left, paper.top, width, paperBottom - paper.top);
  drawFlap(context, flapDepth);
  return canvas;
}

const envelopes = new Map<string, Canvas>();

/** The empty envelope, its flap `flapDepth` pixels deep; drawn once for each shape. */
export function layEnvelope(
  context: SKRSContext2D,
  flapDepth: number,
  paperBottom: number = paper.bottom,
): void {
  const shape = `${flapDepth} ${paperBottom}`;
  const envelope = envelopes.get(shape) ?? drawEnvelope(flapDepth, paperBottom);
  envelopes.set(shape, envelope);
  context.drawImage(envelope, 0, 0);
}
