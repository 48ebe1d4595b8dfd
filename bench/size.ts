import { connections } from "./load.ts";

/** The number of rows of a data set. */
export interface SetSize {
  people: number;
  visitors: number;
  answers: number;
  unread: number;
  hidden: number;
  /** Visitors who sent `prolificQuestions` each. */
  prolific: number;
  /** Visitors by how many questions they sent; the questions are deleted, only their tags are left. */
  cold: Record<number, number>;
}

export const prolificQuestions = 1_000;

const fullSet: SetSize = {
  people: 10_000,
  visitors: 20_000,
  answers: 100_000,
  unread: 40_000,
  hidden: 10_000,
  prolific: 2,
  // Multiples of the load's connections, so that no two connections use one visitor simultaneously.
  cold: { 20: 2_000, 1000: 304 },
};

/** Returns the full data set times `scale`; 0.05 is the smallest that has rows of every kind. */
export function scaleSet(scale: number): SetSize {
  const scaleCount = (count: number) => Math.round(count * scale);
  const scaleToMultiple = (count: number) =>
    connections * Math.ceil(scaleCount(count) / connections);
  return {
    people: scaleCount(fullSet.people),
    visitors: scaleCount(fullSet.visitors),
    answers: scaleCount(fullSet.answers),
    unread: scaleCount(fullSet.unread),
    hidden: scaleCount(fullSet.hidden),
    prolific: fullSet.prolific,
    cold: Object.fromEntries(
      Object.entries(fullSet.cold).map(([sent, visitors]) => [sent, scaleToMultiple(visitors)]),
    ),
  };
}

/** The size of a bench. */
export interface Size {
  /** Factor of the large data set. */
  large: number;
  /** Factor of the small data set. */
  small: number;
  /** Total seconds of each load. */
  seconds: number;
  /**
   * Questions of the measured inbox at first (`few`) and at last (`many`), and of all other inboxes
   * (`others`).
   */
  inbox: { few: number; others: number; many: number };
  pictures: number;
  filterRounds: number;
  /** Parts with a browser take longest; the short bench omits them. */
  withBrowser: boolean;
}

export const fullSize: Size = {
  large: 1,
  small: 0.1,
  seconds: 16,
  inbox: { few: 1_000, others: 1_000_000, many: 100_000 },
  pictures: 60,
  filterRounds: 101,
  withBrowser: true,
};

/** Only checks that every part runs; its figures mean nothing. */
export const shortSize: Size = {
  large: 0.05,
  small: 0.05,
  seconds: 0.2,
  inbox: { few: 100, others: 1_000, many: 300 },
  pictures: 1,
  filterRounds: 3,
  withBrowser: false,
};
