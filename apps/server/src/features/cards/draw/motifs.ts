import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import type { CardTheme } from "@toibako/contract/cards.ts";

/** A small shape around (0, 0), about 2 units wide and high. */
interface Motif {
  shape: Path2D;
  /** The width of the line if the shape is stroked instead of filled. */
  strokeWidth?: number;
  /** How often the shape is repeated around the centre, like the petals of a blossom. */
  repetitions?: number;
  /** Whether the motif is never rotated: the waves and the sun. */
  isUpright?: boolean;
}

/** The motif of each theme. */
const motifs: Record<CardTheme, Motif> = {
  mint: { shape: new Path2D("M-1-.68H1L0 .1ZM-1-.44V.68H1V-.44L0 .34Z") },
  night: { shape: new Path2D("M0-1Q.14-.14 1 0 .14.14 0 1-.14.14-1 0-.14-.14 0-1Z") },
  sakura: {
    shape: new Path2D("M0-.06C-.5-.4-.44-.9-.16-1L0-.84.16-1C.44-.9.5-.4 0-.06Z"),
    repetitions: 5,
  },
  washi: {
    shape: new Path2D("M-1 .5a1 1 0 0 1 2 0M-.64.5a.64.64 0 0 1 1.28 0M-.28.5a.28.28 0 0 1 .56 0"),
    strokeWidth: 0.15,
    isUpright: true,
  },
  sunset: {
    shape: new Path2D("M-.8.1a.8.8 0 0 1 1.6 0ZM-1 .28H1V.46H-1ZM-.66.64H.66V.82H-.66Z"),
    isUpright: true,
  },
  forest: { shape: new Path2D("M.06 1C-.9.5-.8-.5 0-1 .8-.5.9.5.06.9V-.2H-.06V.9Z") },
  lavender: {
    shape: new Path2D(
      "M0 .9C-.6.5-1 .1-1-.35-1-.95-.25-1.05 0-.5.25-1.05 1-.95 1-.35 1 .1.6.5 0 .9Z",
    ),
  },
  mono: { shape: new Path2D("M-.6-.6.6.6M.6-.6-.6.6"), strokeWidth: 0.34 },
};

/** Positions of motifs: the centre and half the size in pixels, and the rotation in degrees. */
export type Scatter = readonly (readonly [
  x: number,
  y: number,
  halfSize: number,
  rotation: number,
])[];

const fullTurn = 2 * Math.PI;

function drawMotif(context: SKRSContext2D, { shape, strokeWidth, repetitions = 1 }: Motif): void {
  for (let repetition = 0; repetition < repetitions; repetition++) {
    if (strokeWidth === undefined) context.fill(shape);
    else context.stroke(shape);
    context.rotate(fullTurn / repetitions);
  }
}

/** Draws the theme's motif at these positions. */
export function drawMotifs(
  context: SKRSContext2D,
  { theme, scatter, color }: { theme: CardTheme; scatter: Scatter; color: string },
): void {
  const motif = motifs[theme];
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = motif.strokeWidth ?? 0;
  context.lineCap = "round";
  for (const [x, y, halfSize, rotation] of scatter) {
    context.save();
    context.translate(x, y);
    if (!motif.isUpright) context.rotate((rotation / 360) * fullTurn);
    context.scale(halfSize, halfSize);
    drawMotif(context, motif);
    context.restore();
  }
}
