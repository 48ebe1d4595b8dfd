import { type BreakCost, breakText, mayNotStart } from "./line-break.ts";

/** The width of a text in em. */
export type Measure = (text: string) => number;

/** Where a text is to be set. Lengths in pixels; `line_height` in em; `sizes` from large to small. */
export interface Box {
  width: number;
  height: number;
  sizes: readonly number[];
  line_height: number;
  /** Lines of equal length, as a heading has them; otherwise only the last may be short. */
  balanced: boolean;
}

/** A text set in its box; lines are without the spaces at their ends. */
export interface SetText {
  size: number;
  lines: string[];
  /** True when an ellipsis stands for the rest. */
  cut: boolean;
}

interface Measured {
  text: string;
  cost: BreakCost;
  /** In em, with and without the spaces at the end. */
  width: number;
  inked: number;
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const breakPrices = [0, 0.08, 0.2, 0.6] as const;
const linePrice = 8;
// A heading may be ragged for the sake of its phrases; the lines of a longer text are to be full.
const raggedPrices = { balanced: 1, filled: 16 } as const;

function measured(text: string, cost: BreakCost, measure: Measure): Measured {
  const width = measure(text);
  const bare = text.trimEnd();
  return { text, cost, width, inked: bare === text ? width : measure(bare) };
}

/** Cuts a piece that is wider than a line, where a character may begin a line if at all possible. */
function splitWide(piece: Measured, width: number, measure: Measure): Measured[] {
  const parts: Measured[] = [];
  let held: string[] = [];
  let heldWidth = 0;
  for (const { segment } of graphemes.segment(piece.text)) {
    const own = measure(segment);
    if (heldWidth + own > width && held.length > 0) {
      const last = held.length > 1 && mayNotStart(segment) ? held.pop() : undefined;
      parts.push(measured(held.join(""), 3, measure));
      held = last === undefined ? [] : [last];
      heldWidth = last === undefined ? 0 : measure(last);
    }
    held.push(segment);
    heldWidth += own;
  }
  parts.push(measured(held.join(""), piece.cost, measure));
  return parts;
}

interface Ending {
  start: number;
  price: number;
}

/** The best start of the line that ends before `end`, given what the lines above it cost. */
function bestStart(pieces: Measured[], above: Ending[], width: number, ragged: number): Ending {
  const end = above.length;
  const last = pieces[end - 1];
  const breakPrice = end === pieces.length ? 0 : breakPrices[last?.cost ?? 0];
  let best: Ending = { start: end - 1, price: Number.POSITIVE_INFINITY };
  let inked = last?.inked ?? 0;
  for (let start = end - 1; start >= 0; start--) {
    if (inked > width && start < end - 1) break;
    const slack = Math.max(0, 1 - inked / width);
    const price = (above[start]?.price ?? 0) + linePrice + breakPrice + slack * slack * ragged;
    if (price < best.price) best = { start, price };
    inked += pieces[start - 1]?.width ?? 0;
  }
  return best;
}

/** Chooses the ends of the lines of one paragraph together: few lines, cheap breaks, even lengths. */
function setParagraph(pieces: Measured[], width: number, balanced: boolean): string[] {
  const endings: Ending[] = [{ start: 0, price: 0 }];
  for (let end = 1; end <= pieces.length; end++) {
    const inside = balanced ? raggedPrices.balanced : raggedPrices.filled;
    const ragged = !balanced && end === pieces.length ? 0 : inside;
    endings.push(bestStart(pieces, endings, width, ragged));
  }
  const lines: string[] = [];
  for (let end = pieces.length; end > 0; end = endings[end]?.start ?? 0) {
    const line = pieces.slice(endings[end]?.start, end).map((piece) => piece.text);
    lines.unshift(line.join("").trim());
  }
  return lines;
}

// The narrowest letters are a fifth of an em; what comes after this many can't show.
const charactersPerEm = 5;

/** The first `limit` characters, with an ellipsis in place of the rest. */
function opening(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count++ >= limit) return `${text.slice(0, index)}…`;
  }
  return text;
}

/** Reads no further than what can stand in the box at the smallest size. */
function readParagraphs(text: string, box: Box, measure: Measure): Measured[][] {
  const smallest = box.sizes.at(-1) ?? 1;
  const maxLines = Math.floor(box.height / (smallest * box.line_height)) + 1;
  let room = (maxLines * box.width) / smallest;
  const paragraphs: Measured[][] = [];
  const readable = opening(text, room * charactersPerEm);
  for (const paragraph of readable.split(/\s*\n\s*/, maxLines + 1)) {
    const pieces: Measured[] = [];
    for (const { text: words, cost } of breakText(paragraph)) {
      const piece = measured(words, cost, measure);
      pieces.push(piece);
      room -= piece.width;
      if (room < 0) break;
    }
    paragraphs.push(pieces);
    if (room < 0) break;
  }
  return paragraphs;
}

function withEllipsis(line: string, width: number, measure: Measure): string {
  const kept = Array.from(graphemes.segment(line), ({ segment }) => segment);
  const shown = () => `${kept.join("").replace(/[\s\p{P}]+$/u, "")}…`;
  while (kept.length > 0 && measure(shown()) > width) kept.pop();
  return shown();
}

/** Sets a text as large as the box allows; past the smallest size the end is cut off. */
export function fitText(text: string, box: Box, measure: Measure): SetText {
  const paragraphs = readParagraphs(text, box, measure);
  let set: SetText = { size: box.sizes.at(-1) ?? 1, lines: [], cut: false };
  for (const size of box.sizes) {
    const width = box.width / size;
    const last = size === box.sizes.at(-1);
    // A smaller size is better than a divided word.
    if (!last && paragraphs.flat().some((piece) => piece.inked > width)) continue;
    const maxLines = Math.floor(box.height / (size * box.line_height));
    const lines = paragraphs.flatMap((pieces) => {
      const whole = pieces.flatMap((piece) =>
        piece.inked > width ? splitWide(piece, width, measure) : [piece],
      );
      return setParagraph(whole, width, box.balanced);
    });
    if (lines.length <= maxLines) return { size, lines, cut: false };
    if (!last) continue;
    const kept = lines.slice(0, maxLines);
    kept.push(withEllipsis(kept.pop() ?? "", width, measure));
    set = { size, lines: kept, cut: true };
  }
  return set;
}
