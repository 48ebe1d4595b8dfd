import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { normalizeText } from "@toibako/contract/text.ts";
import { drawAnswer } from "./answer.ts";
import { type Card, cardSize } from "./card.ts";
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

// One for all cards: each draws over the whole of it, and a new one would cost 3 MB until collected.
const canvas = createCanvas(cardSize.width, cardSize.height);
const context = canvas.getContext("2d");

// Marks heaped on one letter would grow over the lines above and below; no language needs more.
const heapedMarks = /(\p{M}{4})\p{M}+/gu;

function clean(text: string): string {
  return normalizeText(text)
    .replace(heapedMarks, "$1")
    .replace(/[^\S\n]+/g, " ");
}

/** Draws a card as a PNG of 1200×630. Takes 20 to 60 ms of a core: call it off the main thread. */
export function drawCard(card: Card): Buffer {
  context.save();
  draws[card.kind](context, {
    ...card,
    text: clean(card.text),
    answer_text: clean(card.answer_text ?? ""),
    displaying_name: clean(card.displaying_name ?? ""),
    account: clean(card.account ?? ""),
  });
  context.restore();
  return encodePng(canvas.data(), cardSize.width, cardSize.height);
}
