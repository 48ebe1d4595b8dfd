/** The number of rows of a data set. */
export interface SetSize {
  people: number;
  visitors: number;
  answers: number;
  unread: number;
  hidden: number;
  /** Likes of an answer on average. */
  likes: number;
}

const fullSet: SetSize = {
  people: 10_000,
  visitors: 20_000,
  answers: 100_000,
  unread: 40_000,
  hidden: 10_000,
  likes: 5,
};

/** Filled only on request. */
export const hugeSet: SetSize = {
  people: 1_000_000,
  visitors: 2_000_000,
  answers: 5_000_000,
  unread: 2_000_000,
  hidden: 500_000,
  likes: 4,
};

/** Returns a data set times `scale`, with the same likes of an answer. 0.05 of the full set has rows of every kind. */
export function scaleSet(scale: number, set = fullSet): SetSize {
  const scaled = Object.entries(set).map(([name, count]) => [name, Math.round(count * scale)]);
  return { ...(Object.fromEntries(scaled) as unknown as SetSize), likes: set.likes };
}

/** The size of a bench. */
export interface Size {
  small: SetSize;
  large: SetSize;
  /** Filled only on request. */
  huge: SetSize;
  /** How often each figure is measured; the median counts. */
  turns: number;
  /** Seconds of a load within one turn. */
  seconds: number;
  /** The numbers of requests: `first` ones, which also open connections, and those that are counted. */
  roundTrips: { first: number; counted: number };
  memory: { restSeconds: number; loadSeconds: number; pictures: number };
  /** The short bench leaves out what takes longest: a browser, and the start of an embedded database. */
  isFull: boolean;
}

export const fullSize: Size = {
  small: scaleSet(0.1),
  large: scaleSet(1),
  huge: hugeSet,
  turns: 3,
  seconds: 4,
  roundTrips: { first: 20, counted: 21 },
  memory: { restSeconds: 120, loadSeconds: 60, pictures: 200 },
  isFull: true,
};

/** Only checks that the parts without a browser run; its figures mean nothing. */
export const shortSize: Size = {
  small: scaleSet(0.05),
  large: scaleSet(0.05),
  huge: scaleSet(0.002, hugeSet),
  turns: 1,
  seconds: 0.2,
  roundTrips: { first: 1, counted: 3 },
  memory: { restSeconds: 0, loadSeconds: 0.2, pictures: 1 },
  isFull: false,
};
