import { readFileSync } from "node:fs";
import { gapKind, letterKind, type MatchingForm, normalizeForMatching } from "./normalize.ts";

/** Where a word was found in a matching form. */
export interface Span<Word> {
  start: number;
  end: number;
  entry: Word;
}

/** The properties of a word that decide whether a match is a whole word. */
export interface WordEdges {
  /** The kinds of the word's first and last letter. */
  first: number;
  last: number;
  /** Whether spaces in a match matter: true for a word without Han and kana. */
  isSpaceSensitive: boolean;
  /** The positions of spaces inside the word. */
  spaces: number[];
  canEndLongerWord?: boolean;
  canStartLongerWord?: boolean;
  ignoresSpaces?: boolean;
}

/**
 * Returns a function that tests whether a match is a whole word. A word within other words, as in
 * "pen is" and "Scunthorpe", doesn't match; a word with separators in it, as in "s h i t", "f.uck" and
 * "fu ck", does. The time of a test depends only on the number of words in the entry.
 */
export function createWholeWordTest(form: MatchingForm): (span: Span<WordEdges>) => boolean {
  const { gaps, kinds } = form;
  const spaces = countPrefixes(gaps.length, (index) => gaps[index] === gapKind.space);
  const breaks = countPrefixes(
    gaps.length,
    (index) => gaps[index] !== gapKind.none || kinds[index] === letterKind.mark,
  );
  const isTornApart = createTearTest(form);
  const isEdge = (index: number) =>
    index <= 0 ||
    index >= kinds.length ||
    gaps[index] !== gapKind.none ||
    kinds[index] !== kinds[index - 1];

  return ({ start, end, entry }) => {
    if (kinds[start] === letterKind.mark || kinds[end] === letterKind.mark) return false;
    const countInside = (counts: Int32Array) => (counts[end] ?? 0) - (counts[start + 1] ?? 0);
    const ownSpaces = entry.spaces.filter((index) => gaps[start + index] === gapKind.space).length;
    if (entry.isSpaceSensitive && countInside(spaces) > ownSpaces) {
      if (!isEdge(start) || !isEdge(end)) return false;
      // Either each letter stands alone, as in "s h i t", or the word is torn into pieces, as in "fu ck".
      return countInside(breaks) === end - start - 1 || isTornApart({ start, end, entry });
    }
    const hasStart = entry.canEndLongerWord || !needsEdge(entry.first) || isEdge(start);
    return hasStart && (entry.canStartLongerWord || !needsEdge(entry.last) || isEdge(end));
  };
}

const ordinaryWords = new Set(
  readFileSync(new URL("ordinary-words.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.split(" "))
    .map((word) => normalizeForMatching(word).letters),
);

/**
 * Spaces are ignored only in words with at least this many letters. Shorter words would be found across
 * ordinary words, as "theme" in "the me".
 */
const minLettersToIgnoreSpaces = 6;

/** At least this many separate letters are a word torn apart; fewer may be initials. */
const minTornLetters = 3;

/**
 * Returns a function that tests whether the spaces in a match tear the entry's words apart: into single
 * letters, or into pieces of which one isn't an ordinary word. Words of the entry that stand whole in the
 * text, as "you" in "f u c k you", don't count.
 */
function createTearTest({ letters, gaps, kinds }: MatchingForm) {
  const starts = countPrefixes(gaps.length, (index) => index === 0 || gaps[index] !== gapKind.none);
  const { singles, unknownPieces } = markPieces(letters, gaps, kinds);
  const singleCounts = countPrefixes(gaps.length, (index) => singles[index] === 1);
  const unknownPieceCounts = countPrefixes(gaps.length, (index) => unknownPieces[index] === 1);
  const isCut = (index: number) =>
    index === 0 || index >= gaps.length || gaps[index] !== gapKind.none;

  const countBetween = (counts: Int32Array, from: number, to: number) =>
    (counts[to] ?? 0) - (counts[from] ?? 0);
  const isWholePiece = (from: number, to: number) =>
    isCut(from) && isCut(to) && countBetween(starts, from, to) === 1;

  const measureTornParts = ({ start, end, entry }: Span<WordEdges>) => {
    const torn = { length: 0, singles: 0, unknownPieces: 0 };
    let from = start;
    for (const cut of [...entry.spaces, end - start]) {
      const to = start + cut;
      if (!isWholePiece(from, to)) {
        torn.length += to - from;
        torn.singles += countBetween(singleCounts, from, to);
        torn.unknownPieces += countBetween(unknownPieceCounts, from, to);
      }
      from = to;
    }
    return torn;
  };

  return (span: Span<WordEdges>): boolean => {
    const { start, end, entry } = span;
    if (!isCut(start) || !isCut(end)) return false;
    if (entry.ignoresSpaces && end - start >= minLettersToIgnoreSpaces) return true;
    const torn = measureTornParts(span);
    if (torn.length < minTornLetters) return false;
    // For Hangul and Thai there is no list of ordinary words, so one separate letter suffices.
    if (entry.first === letterKind.joined) return torn.singles > 0;
    return torn.unknownPieces > 0 || torn.singles === torn.length;
  };
}

/**
 * Marks the beginnings of a text's pieces between gaps: single letters, and unknown pieces, which are
 * longer and neither ordinary words nor numbers.
 */
function markPieces(letters: string, gaps: Uint8Array, kinds: Uint8Array) {
  const singles = new Uint8Array(gaps.length);
  const unknownPieces = new Uint8Array(gaps.length);
  let start = 0;
  for (let end = 1; end <= gaps.length; end++) {
    if (end < gaps.length && gaps[end] === gapKind.none) continue;
    if (end - start === 1) singles[start] = 1;
    else if (isUnknownPiece(letters, start, end, kinds)) unknownPieces[start] = 1;
    start = end;
  }
  return { singles, unknownPieces };
}

/** No word of `ordinaryWords` is longer. */
const maxOrdinaryLength = 12;

function isUnknownPiece(letters: string, start: number, end: number, kinds: Uint8Array): boolean {
  if (kinds[start] === letterKind.digit && kinds[end - 1] === letterKind.digit) return false;
  return end - start > maxOrdinaryLength || !ordinaryWords.has(letters.slice(start, end));
}

/**
 * Returns a function that tests whether a match is harmful: no harmless word covers it or overlaps one
 * of its ends.
 */
export function createHarmTest(
  harmless: Span<unknown>[],
  length: number,
): (span: Span<unknown>) => boolean {
  // For each position, the furthest end of the harmless words that start at it, and of those that start before it.
  const furthestEndFrom = new Int32Array(length + 1);
  for (const { start, end } of harmless)
    furthestEndFrom[start] = Math.max(furthestEndFrom[start] ?? 0, end);
  const furthestEndBefore = new Int32Array(length + 1);
  for (let index = 1; index <= length; index++) {
    furthestEndBefore[index] = Math.max(
      furthestEndBefore[index - 1] ?? 0,
      furthestEndFrom[index - 1] ?? 0,
    );
  }
  // No harmless word overlaps the start or the end of the match, and none that starts with it covers it.
  return ({ start, end }) =>
    (furthestEndBefore[start] ?? 0) <= start &&
    (furthestEndBefore[end] ?? 0) <= end &&
    (furthestEndFrom[start] ?? 0) < end;
}

/** Whether a word must have an edge next to a letter of this kind: in scripts with spaces, and for digits. */
function needsEdge(kind: number): boolean {
  return kind === letterKind.spaced || kind === letterKind.digit;
}

/** For each n, how many of the first n positions fulfil the condition. */
function countPrefixes(length: number, condition: (index: number) => boolean): Int32Array {
  const counts = new Int32Array(length + 1);
  for (let index = 0; index < length; index++)
    counts[index + 1] = (counts[index] ?? 0) + (condition(index) ? 1 : 0);
  return counts;
}
