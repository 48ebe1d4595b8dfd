import { type BreakLevel, breakText, isForbiddenLineStart } from "./line-break.ts";

/** The width of a text in em. */
export type Measure = (text: string) => number;

/** The box of a text. Lengths in pixels; `lineHeight` in em; `sizes` from large to small. */
export interface Box {
  width: number;
  height: number;
  sizes: readonly number[];
  lineHeight: number;
  /**
   * Whether lines get equal lengths and end with phrases, as in a heading. Otherwise all lines are filled, except the
   * last line of a paragraph.
   */
  isBalanced: boolean;
  /** Replaces the words that are cut off; default: "…". */
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
  level: BreakLevel;
  /** In em, with trailing spaces. */
  width: number;
  /** In em, without trailing spaces. */
  inkedWidth: number;
}

const graphemeSegmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
// Lines are chosen for the lowest total price. A line costs `linePrice`, the price of its break and, if it isn't
// full, a ragged price.
const linePrice = 8;
// The price of a break by its level. In a balanced text, a break inside a phrase costs more than one more line.
const breakPrices = { balanced: [0, 0.08, 0.4, 12], filled: [0, 0.08, 0.2, 0.6] } as const;
// The ragged price of an empty line; fuller lines cost less. Balanced texts prefer lines that end with a phrase,
// other texts prefer full lines.
const raggedPrices = { balanced: 1, filled: 16 } as const;

function measurePiece(text: string, level: BreakLevel, measure: Measure): MeasuredPiece {
  const width = measure(text);
  const trimmed = text.trimEnd();
  return { text, level, width, inkedWidth: trimmed === text ? width : measure(trimmed) };
}

// Matches a word that may be hyphenated: only letters, unlike handles and addresses, and no letter four times in a
// row.
const hyphenatableWord = /^(?!.*(\p{L})\1{3})[\p{Script=Latin}\p{M}]+[\p{P}\s]*$/u;

/** Whether both characters are letters. Punctuation at the end of a word is split without a hyphen. */
const areLetters = (before = "", after = "") => /^\p{L}/u.test(before) && /^\p{L}/u.test(after);

/** Splits a piece that is wider than a line, if possible only before characters that may start a line. */
function splitWidePiece(piece: MeasuredPiece, width: number, measure: Measure): MeasuredPiece[] {
  const hyphen = hyphenatableWord.test(piece.text) ? "-" : "";
  const lineWidth = hyphen === "" ? width : width - measure(hyphen);
  const parts: MeasuredPiece[] = [];
  let current: string[] = [];
  let currentWidth = 0;
  for (const { segment } of graphemeSegmenter.segment(piece.text)) {
    const segmentWidth = measure(segment);
    if (currentWidth + segmentWidth > lineWidth && current.length > 0) {
      const movedToNextLine =
        current.length > 1 && isForbiddenLineStart(segment) ? current.splice(-1) : [];
      const isInWord = areLetters(current.at(-1), movedToNextLine[0] ?? segment);
      parts.push(measurePiece(current.join("") + (isInWord ? hyphen : ""), 3, measure));
      current = movedToNextLine;
      currentWidth = movedToNextLine.reduce((sum, character) => sum + measure(character), 0);
    }
    current.push(segment);
    currentWidth += segmentWidth;
  }
  parts.push(measurePiece(current.join(""), piece.level, measure));
  return parts;
}

/** The cheapest way to break the first pieces of a paragraph into lines. */
interface CheapestLines {
  /** The index of the first piece of the last line. */
  lastLineStart: number;
  totalPrice: number;
}

/** Finds the cheapest lines for the first n + 1 pieces; `cheapest` has those for the first 0 to n pieces. */
function findCheapestLines(
  pieces: MeasuredPiece[],
  cheapest: CheapestLines[],
  width: number,
  isBalanced: boolean,
): CheapestLines {
  const end = cheapest.length;
  const isLastLine = end === pieces.length;
  const last = pieces[end - 1];
  const kind = isBalanced ? "balanced" : "filled";
  const breakPrice = isLastLine ? 0 : breakPrices[kind][last?.level ?? 0];
  const raggedPrice = isLastLine && !isBalanced ? 0 : raggedPrices[kind];
  let best: CheapestLines = { lastLineStart: end - 1, totalPrice: Number.POSITIVE_INFINITY };
  let inkedWidth = last?.inkedWidth ?? 0;
  for (let start = end - 1; start >= 0; start--) {
    if (inkedWidth > width && start < end - 1) break;
    const slack = Math.max(0, 1 - inkedWidth / width);
    const price = linePrice + breakPrice + slack * slack * raggedPrice;
    const totalPrice = (cheapest[start]?.totalPrice ?? 0) + price;
    if (totalPrice < best.totalPrice) best = { lastLineStart: start, totalPrice };
    inkedWidth += pieces[start - 1]?.width ?? 0;
  }
  return best;
}

/** Breaks a paragraph into lines at the lowest total price: few lines, cheap breaks, even lengths. */
function breakParagraph(pieces: MeasuredPiece[], width: number, isBalanced: boolean): string[] {
  const cheapest: CheapestLines[] = [{ lastLineStart: 0, totalPrice: 0 }];
  for (let end = 1; end <= pieces.length; end++) {
    cheapest.push(findCheapestLines(pieces, cheapest, width, isBalanced));
  }
  const lines: string[] = [];
  let end = pieces.length;
  while (end > 0) {
    const start = cheapest[end]?.lastLineStart ?? 0;
    const line = pieces.slice(start, end).map((piece) => piece.text);
    lines.unshift(line.join("").trim());
    end = start;
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

/**
 * Splits a text into measured pieces. Stops after about the length that fits the box, so that long texts take
 * little time.
 */
function readParagraphs(text: string, box: Box, measure: Measure): MeasuredPiece[][] {
  const smallest = box.sizes.at(-1) ?? 1;
  const maxLines = Math.floor(box.height / (smallest * box.lineHeight)) + 1;
  let remainingWidth = (maxLines * box.width) / smallest;
  const paragraphs: MeasuredPiece[][] = [];
  const shortened = cutCharacters(text, remainingWidth * charactersPerEm);
  for (const paragraph of shortened.split(/\s*\n\s*/, maxLines + 1)) {
    const pieces: MeasuredPiece[] = [];
    for (const { text: words, level } of breakText(paragraph)) {
      const piece = measurePiece(words, level, measure);
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
const lineWithoutLastWord = /^(.*[^\s\p{P}])[\s\p{P}]*\s\S*$/su;
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
    words = lineWithoutLastWord.exec(words)?.[1];
  }
  return words;
}

function cutLetters(line: string, width: number, measure: Measure): string {
  const letters = Array.from(graphemeSegmenter.segment(line), ({ segment }) => segment);
  const appendEllipsis = () => `${letters.join("").replace(endPunctuation, "")}…`;
  while (letters.length > 0 && measure(appendEllipsis()) > width) letters.pop();
  return appendEllipsis();
}

/**
 * Ends the lines of a cut text with an ellipsis. In scripts with spaces, the ellipsis replaces whole words, if
 * necessary the whole last line. Letters are cut off only in scripts without spaces, or if no word would be left.
 */
function addEllipsis(lines: string[], width: number, ellipsis: string, measure: Measure): string[] {
  const [before, last = ""] = [lines.slice(0, -1), lines.at(-1)];
  const words = cutWords(last, width, ellipsis, measure);
  if (words !== undefined) return [...before, words + ellipsis];
  const lineBefore = spacedScriptEnd.test(last) ? before.pop() : undefined;
  if (lineBefore !== undefined) {
    const wordsBefore = cutWords(lineBefore, width, ellipsis, measure);
    if (wordsBefore !== undefined) return [...before, wordsBefore + ellipsis];
    before.push(lineBefore);
  }
  return [...before, cutLetters(last, width, measure)];
}

/**
 * Fits a text into a box at the largest possible font size. Cuts off the end if it doesn't fit at the smallest
 * size.
 */
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
        piece.inkedWidth > width ? splitWidePiece(piece, width, measure) : [piece],
      );
      return breakParagraph(narrowPieces, width, box.isBalanced);
    });
    if (lines.length <= maxLines) return { size, lines, isCut: false };
    if (!isSmallest) continue;
    const cutLines = addEllipsis(lines.slice(0, maxLines), width, box.ellipsis ?? "…", measure);
    fitted = { size, lines: cutLines, isCut: true };
  }
  return fitted;
}
