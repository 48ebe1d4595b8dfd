/** The number of rows of a data set. */
export type SetSize = typeof fullSet;

const fullSet = {
  people: 10_000,
  visitors: 20_000,
  answers: 100_000,
  unread: 40_000,
  hidden: 10_000,
  /** Likes of an answer on average. */
  likes: 5,
};

/** Returns a data set times `scale`, with the same likes of an answer. 0.05 has rows of every kind. */
export function scaleSet(scale: number): SetSize {
  const scaled = Object.entries(fullSet).map(([name, count]) => [name, Math.round(count * scale)]);
  return { ...(Object.fromEntries(scaled) as SetSize), likes: fullSet.likes };
}

/** The size of a bench. */
export interface Size {
  small: SetSize;
  large: SetSize;
  /** How often each figure is measured; the median counts. */
  turns: number;
  /** Seconds of a load within one turn. */
  seconds: number;
  /** The short bench leaves out what takes longest, and measures little of the rest; its figures mean nothing. */
  isFull: boolean;
}

/** Returns the size of a bench whose large set is `scale` times the full one. */
export function createSize(isFull: boolean, scale: number): Size {
  const large = scaleSet(scale);
  return isFull
    ? { small: scaleSet(scale / 10), large, turns: 3, seconds: 4, isFull }
    : { small: large, large, turns: 1, seconds: 0.2, isFull };
}
