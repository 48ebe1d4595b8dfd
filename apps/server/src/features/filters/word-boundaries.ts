import { gapKind, letterKind, type MatchingForm } from "./normalize.ts";

/** Where a word was found in a matching form. */
export interface Span<Word> {
  start: number;
  end: number;
  entry: Word;
}

/** What decides whether a match of a word is a whole word. */
export interface WordEdges {
  /** The kinds of its first and last letter. */
  first: number;
  last: number;
  /** The word has no Han or kana, so spaces separate words. */
  hasSpaces: boolean;
  /** The positions of spaces inside the word. */
  spaces: number[];
  canEndLongerWord?: boolean;
  canStartLongerWord?: boolean;
}

/**
 * Returns a function that tests whether a match is a whole word. A word within other words, as in
 * "pen is" and "Scunthorpe", doesn't match; a word with separators in it, as in "s h i t" and "f.uck",
 * does. Each test takes constant time.
 */
export function createWholeWordTest({
  gaps,
  kinds,
}: MatchingForm): (span: Span<WordEdges>) => boolean {
  const spaces = countPrefixes(gaps.length, (at) => gaps[at] === gapKind.space);
  const breaks = countPrefixes(
    gaps.length,
    (at) => gaps[at] !== gapKind.none || kinds[at] === letterKind.mark,
  );
  const isEdge = (at: number) =>
    at <= 0 || at >= kinds.length || gaps[at] !== gapKind.none || kinds[at] !== kinds[at - 1];

  return ({ start, end, entry }) => {
    if (kinds[start] === letterKind.mark || kinds[end] === letterKind.mark) return false;
    const countInside = (counts: Int32Array) => (counts[end] ?? 0) - (counts[start + 1] ?? 0);
    const ownSpaces = entry.spaces.filter((at) => gaps[start + at] === gapKind.space).length;
    if (entry.hasSpaces && countInside(spaces) > ownSpaces) {
      const isSpelledOut = countInside(breaks) === end - start - 1;
      return isSpelledOut && isEdge(start) && isEdge(end);
    }
    const hasStart = entry.canEndLongerWord || !needsEdge(entry.first) || isEdge(start);
    return hasStart && (entry.canStartLongerWord || !needsEdge(entry.last) || isEdge(end));
  };
}

/**
 * Returns a function that tests whether a match is harmful: no harmless word covers it or overlaps one
 * of its ends.
 */
export function createHarmTest(
  harmless: Span<unknown>[],
  length: number,
): (span: Span<unknown>) => boolean {
  const furthestEndFrom = new Int32Array(length + 1);
  for (const { start, end } of harmless)
    furthestEndFrom[start] = Math.max(furthestEndFrom[start] ?? 0, end);
  const furthestEndBefore = new Int32Array(length + 1);
  for (let at = 1; at <= length; at++) {
    furthestEndBefore[at] = Math.max(furthestEndBefore[at - 1] ?? 0, furthestEndFrom[at - 1] ?? 0);
  }
  return ({ start, end }) =>
    (furthestEndBefore[start] ?? 0) <= start &&
    (furthestEndBefore[end] ?? 0) <= end &&
    (furthestEndFrom[start] ?? 0) < end;
}

function needsEdge(kind: number): boolean {
  return kind === letterKind.spaced || kind === letterKind.digit;
}

/** For each n, how many of the first n positions fulfil the condition. */
function countPrefixes(length: number, condition: (at: number) => boolean): Int32Array {
  const counts = new Int32Array(length + 1);
  for (let at = 0; at < length; at++) counts[at + 1] = (counts[at] ?? 0) + (condition(at) ? 1 : 0);
  return counts;
}
