import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { CardFormat } from "@toibako/contract/cards.ts";
import { cutLongRuns } from "@toibako/contract/mark-runs.ts";
import { normalizeText } from "@toibako/contract/text.ts";
import { drawAnswer } from "./answer.ts";
import { type Card, cardSize, tallSize } from "./card.ts";
import { drawDiagnosis } from "./diagnosis.ts";
import { encodePng } from "./png.ts";
import { drawProfile } from "./profile.ts";
import { drawQuestion } from "./question.ts";
import { drawRoom } from "./room.ts";
import { drawSite } from "./site.ts";

const drawByKind = {
  question: drawQuestion,
  answer: drawAnswer,
  profile: drawProfile,
  site: drawSite,
  diagnosis: drawDiagnosis,
  room: drawRoom,
} satisfies Record<Card["kind"], (context: SKRSContext2D, card: Card) => void>;

const sizes = { wide: cardSize, tall: tallSize } as const;
const canvases: Partial<Record<CardFormat, Canvas>> = {};

/** Reuses one canvas for each format, because a canvas takes 3 to 8 MB. Each card covers all of it. */
function getCanvas(format: CardFormat): Canvas {
  canvases[format] ??= createCanvas(sizes[format].width, sizes[format].height);
  return canvases[format];
}

// More combining marks on one letter would cover other lines; no language needs more.
const maxMarksPerLetter = 4;

// About three times the code units of a tall card that is full of the longest emoji. Counts code units instead of
// characters, because a joined character can have thousands of code units.
const maxCodeUnits = 10_000;

function cleanText(text: string): string {
  return cutLongRuns(normalizeText(text), maxMarksPerLetter)
    .replace(/[^\S\n]+/g, " ")
    .slice(0, maxCodeUnits);
}

/** Draws a card as a PNG. Blocks the thread for 20 to 60 ms, a tall card for twice that, so call it in a worker. */
export function drawCard(card: Card): Buffer {
  const hasFormat = card.kind === "question" || card.kind === "answer" || card.kind === "room";
  const format = (hasFormat && card.format) || "wide";
  const canvas = getCanvas(format);
  const context = canvas.getContext("2d");
  context.save();
  drawByKind[card.kind](context, {
    ...card,
    text: cleanText(card.text),
    ...(card.options && { options: card.options.map(cleanText) }),
    title: cleanText(card.title ?? ""),
    description: cleanText(card.description ?? ""),
    answer_text: cleanText(card.answer_text ?? ""),
    displaying_name: cleanText(card.displaying_name ?? ""),
    account: cleanText(card.account ?? ""),
    community: cleanText(card.community ?? ""),
    link: cleanText(card.link ?? ""),
  });
  context.restore();
  const output = card.is_preview ? scaleDown(canvas, previewWidths[format]) : canvas;
  return encodePng(output.data(), output.width, output.height);
}

const previewWidths = { wide: 480, tall: 360 } as const;

function scaleDown(canvas: Canvas, width: number): Canvas {
  const small = createCanvas(width, (canvas.height * width) / canvas.width);
  const context = small.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(canvas, 0, 0, small.width, small.height);
  return small;
}
