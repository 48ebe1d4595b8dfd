import { GAP, KIND, type MatchingForm } from "./normalize.ts";

/** Where a word was found in a form. */
export interface Span<Word> {
  start: number;
  end: number;
  entry: Word;
}

/** What of a word decides how it may stand. */
export interface Standing {
  /** The kinds of its first and last letter. */
  first: number;
  last: number;
  /** No Han or kana in it: spaces have a meaning. */
  spaced: boolean;
  /** Where the word itself has a space. */
  spaces: number[];
  open_start?: boolean;
  open_end?: boolean;
}

/**
 * Tells whether what was found is the word and not a piece of others: "pen is" and "Scunthorpe"
 * hold nothing, "s h i t" and "f.uck" do. Constant time for each span.
 */
export function standing({ gaps, kinds }: MatchingForm): (span: Span<Standing>) => boolean {
  const spaces = sums(gaps.length, (at) => gaps[at] === GAP.space);
  const breaks = sums(gaps.length, (at) => gaps[at] !== GAP.none || kinds[at] === KIND.mark);
  const isEdge = (at: number) =>
    at <= 0 || at >= kinds.length || gaps[at] !== GAP.none || kinds[at] !== kinds[at - 1];

  return ({ start, end, entry }) => {
    if (kinds[start] === KIND.mark || kinds[end] === KIND.mark) return false;
    const inside = (counts: Int32Array) => (counts[end] ?? 0) - (counts[start + 1] ?? 0);
    const own = entry.spaces.filter((at) => gaps[start + at] === GAP.space).length;
    if (entry.spaced && inside(spaces) > own) {
      const spelled_out = inside(breaks) === end - start - 1;
      return spelled_out && isEdge(start) && isEdge(end);
    }
    const starts = entry.open_start || !needsEdge(entry.first) || isEdge(start);
    return starts && (entry.open_end || !needsEdge(entry.last) || isEdge(end));
  };
}

/**
 * Tells whether what was found counts beside the harmless words around it: not if one of them
 * covers it or reaches over one of its ends.
 */
export function counting(
  harmless: Span<unknown>[],
  length: number,
): (span: Span<unknown>) => boolean {
  const reach = new Int32Array(length + 1);
  for (const { start, end } of harmless) reach[start] = Math.max(reach[start] ?? 0, end);
  const before = new Int32Array(length + 1);
  for (let at = 1; at <= length; at++) {
    before[at] = Math.max(before[at - 1] ?? 0, reach[at - 1] ?? 0);
  }
  return ({ start, end }) =>
    (before[start] ?? 0) <= start && (before[end] ?? 0) <= end && (reach[start] ?? 0) < end;
}

function needsEdge(kind: number): boolean {
  return kind === KIND.spaced || kind === KIND.digit;
}

/** How many of the first n positions are so, for each n. */
function sums(length: number, isSo: (at: number) => boolean): Int32Array {
  const counts = new Int32Array(length + 1);
  for (let at = 0; at < length; at++) counts[at + 1] = (counts[at] ?? 0) + (isSo(at) ? 1 : 0);
  return counts;
}
