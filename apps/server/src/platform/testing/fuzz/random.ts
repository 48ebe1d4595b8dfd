/** A source of numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  drawBelow(end: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(values: readonly [T, ...T[]] | readonly T[]): T;
}

/** Mulberry32: fast, and good enough to choose among test cases. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const drawNext = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawBelow = (end: number) => Math.floor(drawNext() * end);
  return {
    drawBelow,
    chance: (probability) => drawNext() < probability,
    pick: <T>(values: readonly T[]) => {
      if (values.length === 0) throw new Error("there is nothing to pick from");
      return values[drawBelow(values.length)] as T;
    },
  };
}
