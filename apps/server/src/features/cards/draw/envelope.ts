import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import type { CardTheme } from "@toibako/contract/cards.ts";
import { cardSize, tallSize } from "./card.ts";
import type { Colors } from "./colors.ts";
import { drawMotifs, type Scatter } from "./motifs.ts";
import { themes } from "./themes.ts";

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
  radius: number;
}

/** An envelope and its background; lengths in pixels. */
export interface Envelope {
  size: { readonly width: number; readonly height: number };
  sheet: Area;
  paper: Area;
  flapDepth: number;
  /** Positions of the theme's motif on the background and on the paper. */
  backgroundMotifs: Scatter;
  paperMotifs: Scatter;
}

/** The sheet of a wide card. Outside it there is only the background. */
export const sheet = { left: 36, top: 36, right: 1164, bottom: 594, radius: 44 } as const;

/** The sheet of a tall card, between the margins, with space for the address below. */
export const tallSheet = { left: 60, top: 270, right: 1020, bottom: 1430, radius: 60 } as const;

// These positions don't overlap the flap or the text.
const onWidePaper: Scatter = [
  [98, 142, 24, -14],
  [196, 176, 15, 20],
  [292, 152, 20, 8],
  [84, 250, 15, 30],
  [84, 440, 22, 12],
  [1102, 142, 22, 16],
  [1000, 172, 16, -24],
  [900, 150, 22, -8],
  [1116, 262, 17, 6],
  [1116, 452, 20, -18],
];

/** Returns the envelope of a wide card. */
export function createWideEnvelope(flapDepth: number): Envelope {
  return {
    size: cardSize,
    sheet,
    paper: { left: 50, top: 50, right: 1150, bottom: 580, radius: 32 },
    flapDepth,
    backgroundMotifs: [],
    paperMotifs: onWidePaper,
  };
}

const tallEnvelope = {
  size: tallSize,
  sheet: tallSheet,
  paper: { left: 80, top: 290, right: 1000, bottom: 1410, radius: 44 },
  backgroundMotifs: [
    [130, 96, 44, -12],
    [402, 176, 30, 18],
    [668, 74, 38, 8],
    [936, 168, 48, -20],
    [96, 1510, 36, 14],
    [168, 1672, 28, -8],
    [984, 1500, 30, -16],
    [944, 1640, 38, 20],
    [140, 1816, 46, 10],
    [420, 1742, 30, -22],
    [690, 1838, 40, 14],
    [960, 1776, 28, -6],
  ],
  paperMotifs: [
    [150, 440, 36, -14],
    [290, 500, 24, 20],
    [122, 560, 20, 32],
    [930, 450, 32, 16],
    [800, 502, 26, -24],
    [960, 570, 24, 4],
  ],
} satisfies Partial<Envelope>;

/** Returns the envelope of a tall card. */
export const createTallEnvelope = (flapDepth: number): Envelope => ({ ...tallEnvelope, flapDepth });

const logo = {
  box: new Path2D(
    "M5 12.5C5 9.5 7.2 7 10.2 7h11.6C24.8 7 27 9.5 27 12.5V22a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5Z",
  ),
  fold: new Path2D("M5.2 12.5 16 19.5l10.8-7"),
  slot: new Path2D("M12 3.2h8"),
};

/** Draws the logo, whose paths are on a grid of 32 by 32 units. */
export function drawLogo(
  context: SKRSContext2D,
  colors: Colors,
  { left, top, size }: { left: number; top: number; size: number },
): void {
  context.save();
  context.translate(left, top);
  context.scale(size / 32, size / 32);
  context.lineCap = "round";
  context.lineJoin = "round";
  context.fillStyle = colors.brandFill;
  context.fill(logo.box);
  context.strokeStyle = colors.onBrand;
  context.lineWidth = 2.2;
  context.stroke(logo.fold);
  context.strokeStyle = colors.brandFill;
  context.lineWidth = 2.6;
  context.stroke(logo.slot);
  context.restore();
}

function drawFlap(context: SKRSContext2D, { size, paper, flapDepth }: Envelope): void {
  context.beginPath();
  context.moveTo(paper.left, paper.top);
  context.arcTo(size.width / 2, paper.top + flapDepth + 6, paper.right, paper.top, 60);
  context.lineTo(paper.right, paper.top);
  context.fill();
}

function traceOutline(context: SKRSContext2D, { left, top, right, bottom, radius }: Area): void {
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, radius);
}

function drawEnvelope(envelope: Envelope, theme: CardTheme): Canvas {
  const { size, paper } = envelope;
  const colors = themes[theme];
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  context.fillStyle = colors.background;
  context.fillRect(0, 0, size.width, size.height);
  drawMotifs(context, { theme, scatter: envelope.backgroundMotifs, color: colors.backgroundMotif });

  context.fillStyle = colors.surface;
  traceOutline(context, envelope.sheet);
  context.fill();

  traceOutline(context, paper);
  context.clip();
  context.fillStyle = colors.paper;
  context.fillRect(paper.left, paper.top, paper.right - paper.left, paper.bottom - paper.top);
  const color = colors.paperMotif;
  if (color !== undefined) drawMotifs(context, { theme, scatter: envelope.paperMotifs, color });
  context.fillStyle = colors.flap;
  drawFlap(context, envelope);
  return canvas;
}

const envelopes = new Map<string, Canvas>();
// A wide envelope takes 3 MB, a tall one 8 MB.
const maxCachedEnvelopes = 8;

/** Draws the empty envelope over the whole card; caches the drawing. */
export function drawEmptyEnvelope(
  context: SKRSContext2D,
  envelope: Envelope,
  theme: CardTheme,
): void {
  const key = `${theme} ${envelope.size.height} ${envelope.flapDepth}`;
  let drawn = envelopes.get(key);
  if (!drawn) {
    if (envelopes.size >= maxCachedEnvelopes) envelopes.clear();
    drawn = drawEnvelope(envelope, theme);
    envelopes.set(key, drawn);
  }
  context.drawImage(drawn, 0, 0);
}
