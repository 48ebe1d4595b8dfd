import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { CardFormat } from "@toibako/contract/cards.ts";
import { normalizeText } from "@toibako/contract/text.ts";
import { drawAnswer } from "./answer.ts";
import { type Card, cardSize, tallSize } from "./card.ts";
import { encodePng } from "./png.ts";
import { drawProfile } from "./profile.ts";
import { drawQuestion } from "./question.ts";
import { drawSite } from "./site.ts";

const draws = {
  question: drawQuestion,
  answer: drawAnswer,
  profile: drawProfile,
  site: drawSite,
} satisfies Record<Card["kind"], (context: SKRSContext2D, card: Card) => void>;

const sizes = { wide: cardSize, tall: tallSize } as const;
const canvases: Partial<Record<CardFormat, Canvas>> = {};

/** One for all cards: each draws over the whole of it, and a new one would cost 3 to 8 MB. */
function canvasOf(format: CardFormat): Canvas {
  canvases[format] ??= createCanvas(sizes[format].width, sizes[format].height);
  return canvases[format];
}

// Marks heaped on one letter would grow over the lines above and below; no language needs more.
const heapedMarks = /(\p{M}{4})\p{M}+/gu;

function clean(text: string): string {
  return normalizeText(text)
    .replace(heapedMarks, "$1")
    .replace(/[^\S\n]+/g, " ");
}

/** Draws a card as a PNG. Takes 20 to 60 ms of a core: call it off the main thread. */
export function drawCard(card: Card): Buffer {
  const format = card.kind === "question" ? (card.format ?? "wide") : "wide";
  const canvas = canvasOf(format);
  const context = canvas.getContext("2d");
  context.save();
  draws[card.kind](context, {
    ...card,
    text: clean(card.text),
    ...(card.options && { options: card.options.map(clean) }),
    answer_text: clean(card.answer_text ?? ""),
    displaying_name: clean(card.displaying_name ?? ""),
    account: clean(card.account ?? ""),
    link: clean(card.link ?? ""),
  });
  context.restore();
  const shown = card.is_preview ? reduced(canvas, previewWidths[format]) : canvas;
  return encodePng(shown.data(), shown.width, shown.height);
}

const previewWidths = { wide: 480, tall: 360 } as const;

function reduced(canvas: Canvas, width: number): Canvas {
  const small = createCanvas(width, (canvas.height * width) / canvas.width);
  const context = small.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(canvas, 0, 0, small.width, small.height);
  return small;
}
