import { connections } from "./load.ts";

/** The number of rows of a data set. */
export interface SetSize {
  people: number;
  visitors: number;
  answers: number;
  unread: number;
  hidden: number;
  /** Likes of an answer on average. */
  likes: number;
  /** Questions to the first community, each with two answers on average. */
  communityQuestions: number;
  /** Visitors who sent `prolificQuestions` each. */
  prolific: number;
  /**
   * Numbers of visitors by how many questions each has sent. Only the tags of these questions are stored,
   * no questions. No server has the count of such a visitor in its cache, so their next question costs most.
   */
  cold: Record<number, number>;
  /**
   * Whether sealed senders are random bytes, which SQL alone creates much faster. Then no measured
   * visitor has sent anything, and no sealed sender can be unsealed.
   */
  hasRandomSenders: boolean;
}

export const prolificQuestions = 1_000;

const fullSet: SetSize = {
  people: 10_000,
  visitors: 20_000,
  answers: 100_000,
  unread: 40_000,
  hidden: 10_000,
  likes: 5,
  communityQuestions: 0,
  prolific: 2,
  // Multiples of the load's connections, so that no two connections use one visitor simultaneously.
  cold: { 20: 2_000, 1000: 304 },
  hasRandomSenders: false,
};

/** Filled only on request. */
export const hugeSet: SetSize = {
  people: 1_000_000,
  visitors: 2_000_000,
  answers: 5_000_000,
  unread: 2_000_000,
  hidden: 500_000,
  likes: 4,
  communityQuestions: 0,
  prolific: 0,
  cold: {},
  hasRandomSenders: true,
};

/**
 * Returns a data set times `scale`. Likes of an answer, questions to communities and prolific visitors stay
 * as they are, and cold visitors are rounded up to a multiple of the connections. 0.05 of the full set is
 * the smallest that has rows of every kind.
 */
export function scaleSet(scale: number, set = fullSet): SetSize {
  const scaleCount = (count: number) => Math.round(count * scale);
  const scaleToMultiple = (count: number) =>
    connections * Math.ceil(scaleCount(count) / connections);
  return {
    ...set,
    people: scaleCount(set.people),
    visitors: scaleCount(set.visitors),
    answers: scaleCount(set.answers),
    unread: scaleCount(set.unread),
    hidden: scaleCount(set.hidden),
    cold: Object.fromEntries(
      Object.entries(set.cold).map(([sent, visitors]) => [sent, scaleToMultiple(visitors)]),
    ),
  };
}

/** People who ask and answer in communities, and have few other questions. */
const communitySet: SetSize = {
  ...hugeSet,
  people: 100_000,
  visitors: 1_000,
  answers: 10_000,
  unread: 0,
  hidden: 0,
};

/** The size of a bench. */
export interface Size {
  small: SetSize;
  large: SetSize;
  /** Filled only on request. */
  huge: SetSize;
  /** How often each figure is measured; the median counts. */
  turns: number;
  /** Seconds of each load within one turn. */
  seconds: number;
  /** Questions in the two measured inboxes (`few`, `many`), and in all others together (`others`). */
  inbox: { few: number; others: number; many: number };
  /** A set, and the numbers of friends of its readers. */
  timeline: { set: SetSize; few: number; many: number };
  /** Two sets that differ in the questions to one community, and a page of these far from the first. */
  communities: { few: SetSize; many: SetSize; deepPage: number };
  /** The numbers of requests: `first` ones, which also open connections, and those that are counted. */
  roundTrips: { first: number; counted: number };
  memory: { restSeconds: number; loadSeconds: number; pictures: number };
  filterRounds: number;
  /** Parts with a browser take longest; the short bench omits them. */
  hasBrowserParts: boolean;
}

export const fullSize: Size = {
  small: scaleSet(0.1),
  large: scaleSet(1),
  huge: hugeSet,
  turns: 3,
  seconds: 4,
  inbox: { few: 1_000, others: 1_000_000, many: 100_000 },
  timeline: { set: scaleSet(0.05, hugeSet), few: 50, many: 5_000 },
  communities: {
    few: { ...communitySet, communityQuestions: 10_000 },
    many: { ...communitySet, communityQuestions: 1_000_000 },
    deepPage: 1_000,
  },
  roundTrips: { first: 20, counted: 21 },
  memory: { restSeconds: 5, loadSeconds: 60, pictures: 200 },
  filterRounds: 101,
  hasBrowserParts: true,
};

const shortSet: SetSize = { ...scaleSet(0.05), communityQuestions: 1_000 };

/** Only checks that the parts without a browser run; its figures mean nothing. */
export const shortSize: Size = {
  small: shortSet,
  large: shortSet,
  huge: scaleSet(0.002, hugeSet),
  turns: 1,
  seconds: 0.2,
  inbox: { few: 100, others: 0, many: 300 },
  timeline: { set: shortSet, few: 5, many: 100 },
  communities: { few: shortSet, many: shortSet, deepPage: 2 },
  roundTrips: { first: 1, counted: 3 },
  memory: { restSeconds: 0, loadSeconds: 0.2, pictures: 1 },
  filterRounds: 3,
  hasBrowserParts: false,
};
