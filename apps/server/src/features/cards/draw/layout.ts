import { type BreakCost, breakText, isForbiddenLineStart } from "./line-break.ts";

/** The width of a text in em. */
export type Measure = (text: string) => number;

/** The box of a text. Lengths in pixels; `lineHeight` in em; `sizes` from large to small. */
export interface Box {
  width: number;
  height: number;
  sizes: readonly number[];
  lineHeight: number;
  /**
   * Makes lines of equal length that end with phrases, as in a heading; otherwise only the last line of
   * a paragraph may be short.
   */
  isBalanced: boolean;
  /** Stands for the words that are cut off; "…" by default. */
  ellipsis?: string;
}

/** A text in lines that fit its box; lines have no spaces at their ends. */
export interface FittedText {
  size: number;
  lines: string[];
  /** Whether the text was cut, with an ellipsis in place of the rest. */
  isCut: boolean;
}

interface MeasuredPiece {
  text: string;
  cost: BreakCost;
  /** In em, with the spaces at the end and without them. */
  width: number;
  inkedWidth: number;
}

const graphemeSegmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const linePrice = 8;
// The price of a break by its cost. A balanced text takes another line rather than break a phrase.
const breakPrices = { balanced: [0, 0.08, 0.4, 12], filled: [0, 0.08, 0.2, 0.6] } as const;
// The price of an unfilled line. Balanced texts prefer lines that end with a phrase, others full lines.
const raggedPrices = { balanced: 1, filled: 16 } as const;

function measurePiece(text: string, cost: BreakCost, measure: Measure): MeasuredPiece {
  const width = measure(text);
  const trimmed = text.trimEnd();
  return { text, cost, width, inkedWidth: trimmed === text ? width : measure(trimmed) };
}

// Matches a word that may be hyphenated: only letters, so neither a handle nor an address, and no letter four times in
// a row.
const longWord = /^(?!.*(\p{L})\1{3})[\p{Script=Latin}\p{M}]+[\p{P}\s]*$/u;

/** Splits a piece that is wider than a line, if possible before characters that may start a line. */
function splitWide(piece: MeasuredPiece, width: number, measure: Measure): MeasuredPiece[] {
  const hyphen = longWord.test(piece.text) ? "-" : "";
  const lineWidth = hyphen === "" ? width : width - measure(hyphen);
  const parts: MeasuredPiece[] = [];
  let current: string[] = [];
  let currentWidth = 0;
  for (const { segment } of graphemeSegmenter.segment(piece.text)) {
    const segmentWidth = measure(segment);
    if (currentWidth + segmentWidth > lineWidth && current.length > 0) {
      const moved = current.length > 1 && isForbiddenLineStart(segment) ? current.splice(-1) : [];
      parts.push(measurePiece(current.join("") + hyphen, 3, measure));
      current = moved;
      currentWidth = moved.reduce((sum, character) => sum + measure(character), 0);
    }
    current.push(segment);
    currentWidth += segmentWidth;
  }
  parts.push(measurePiece(current.join(""), piece.cost, measure));
  return parts;
}

/**
 * The cheapest lines for a number of pieces from the start: where the last line starts, and the total price. An array
 * of endings has one for each number of pieces, from 0.
 */
interface Ending {
  start: number;
  price: number;
}

/** Finds the cheapest start of the line that ends after `endings.length` pieces. */
function findBestStart(
  pieces: MeasuredPiece[],
  endings: Ending[],
  width: number,
  isBalanced: boolean,
): Ending {
  const end = endings.length;
  const isLastLine = end === pieces.length;
  const last = pieces[end - 1];
  const kind = isBalanced ? "balanced" : "filled";
  const breakPrice = isLastLine ? 0 : breakPrices[kind][last?.cost ?? 0];
  const raggedPrice = isLastLine && !isBalanced ? 0 : raggedPrices[kind];
  let best: Ending = { start: end - 1, price: Number.POSITIVE_INFINITY };
  let inkedWidth = last?.inkedWidth ?? 0;
  for (let start = end - 1; start >= 0; start--) {
    if (inkedWidth > width && start < end - 1) break;
    const slack = Math.max(0, 1 - inkedWidth / width);
    const price =
      (endings[start]?.price ?? 0) + linePrice + breakPrice + slack * slack * raggedPrice;
    if (price < best.price) best = { start, price };
    inkedWidth += pieces[start - 1]?.width ?? 0;
  }
  return best;
}

/** Breaks a paragraph into lines at the lowest total price: few lines, cheap breaks, even lengths. */
function breakParagraph(pieces: MeasuredPiece[], width: number, isBalanced: boolean): string[] {
  const endings: Ending[] = [{ start: 0, price: 0 }];
  for (let end = 1; end <= pieces.length; end++) {
    endings.push(findBestStart(pieces, endings, width, isBalanced));
  }
  const lines: string[] = [];
  for (let end = pieces.length; end > 0; end = endings[end]?.start ?? 0) {
    const line = pieces.slice(endings[end]?.start, end).map((piece) => piece.text);
    lines.unshift(line.join("").trim());
  }
  return lines;
}

// The narrowest letters are a fifth of an em wide.
const charactersPerEm = 5;

/** Cuts a text after `limit` characters, with an ellipsis. */
function cutCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let count = 0;
  for (const { index } of graphemeSegmenter.segment(text)) {
    if (count++ >= limit) return `${text.slice(0, index)}…`;
  }
  return text;
}

/** Measures only about as much of a text as fits the box at the smallest size, so that long texts cost little. */
function readParagraphs(text: string, box: Box, measure: Measure): MeasuredPiece[][] {
  const smallest = box.sizes.at(-1) ?? 1;
  const maxLines = Math.floor(box.height / (smallest * box.lineHeight)) + 1;
  let remainingWidth = (maxLines * box.width) / smallest;
  const paragraphs: MeasuredPiece[][] = [];
  const shortened = cutCharacters(text, remainingWidth * charactersPerEm);
  for (const paragraph of shortened.split(/\s*\n\s*/, maxLines + 1)) {
    const pieces: MeasuredPiece[] = [];
    for (const { text: words, cost } of breakText(paragraph)) {
      const piece = measurePiece(words, cost, measure);
      pieces.push(piece);
      remainingWidth -= piece.width;
      if (remainingWidth < 0) break;
    }
    paragraphs.push(pieces);
    if (remainingWidth < 0) break;
  }
  return paragraphs;
}

// Captures a line without its last word and the punctuation before that word.
const otherWords = /^(.*[^\s\p{P}])[\s\p{P}]*\s\S*$/su;
const endPunctuation = /[\s\p{P}]+$/u;
const spacedScriptEnd = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}]$/u;

/**
 * Cuts a line after a word, so that the ellipsis fits; undefined if its script has no spaces between
 * words, or if nothing would be left.
 */
function cutWords(line: string, width: number, ellipsis: string, measure: Measure) {
  let words: string | undefined = line.replace(endPunctuation, "");
  if (!spacedScriptEnd.test(words)) return undefined;
  while (words !== undefined && measure(words + ellipsis) > width) {
    words = otherWords.exec(words)?.[1];
  }
  return words;
}

function cutLetters(line: string, width: number, measure: Measure): string {
  const kept = Array.from(graphemeSegmenter.segment(line), ({ segment }) => segment);
  const appendEllipsis = () => `${kept.join("").replace(endPunctuation, "")}…`;
  while (kept.length > 0 && measure(appendEllipsis()) > width) kept.pop();
  return appendEllipsis();
}

/**
 * Ends the lines of a cut text with an ellipsis. In scripts with spaces, it replaces whole words, if necessary the
 * whole last line. Letters are cut off only if no word would be left, or in scripts without spaces.
 */
function addEllipsis(lines: string[], width: number, ellipsis: string, measure: Measure): string[] {
  const [before, last = ""] = [lines.slice(0, -1), lines.at(-1)];
  const words = cutWords(last, width, ellipsis, measure);
  if (words !== undefined) return [...before, words + ellipsis];
  const lineBefore = spacedScriptEnd.test(last) ? before.pop() : undefined;
  if (lineBefore !== undefined) {
    const kept = cutWords(lineBefore, width, ellipsis, measure);
    if (kept !== undefined) return [...before, kept + ellipsis];
    before.push(lineBefore);
  }
  return [...before, cutLetters(last, width, measure)];
}

/** Fits a text into a box at the largest possible size; if even the smallest is too large, cuts off the end. */
export function fitText(text: string, box: Box, measure: Measure): FittedText {
  const paragraphs = readParagraphs(text, box, measure);
  let fitted: FittedText = { size: box.sizes.at(-1) ?? 1, lines: [], isCut: false };
  for (const size of box.sizes) {
    const width = box.width / size;
    const isSmallest = size === box.sizes.at(-1);
    // Prefers a smaller size to splitting a word.
    if (!isSmallest && paragraphs.flat().some((piece) => piece.inkedWidth > width)) continue;
    const maxLines = Math.floor(box.height / (size * box.lineHeight));
    const lines = paragraphs.flatMap((pieces) => {
      const narrowPieces = pieces.flatMap((piece) =>
        piece.inkedWidth > width ? splitWide(piece, width, measure) : [piece],
      );
      return breakParagraph(narrowPieces, width, box.isBalanced);
    });
    if (lines.length <= maxLines) return { size, lines, isCut: false };
    if (!isSmallest) continue;
    const kept = addEllipsis(lines.slice(0, maxLines), width, box.ellipsis ?? "…", measure);
    fitted = { size, lines: kept, isCut: true };
  }
  return fitted;
}
