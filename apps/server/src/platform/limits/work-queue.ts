import { Failure } from "#platform/http/failure.ts";

export interface WorkQueue {
  /** Does `work` at its turn; rejects with `overloaded` at once if too much work waits. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Bounds how much work is done at once and how much waits, in the order of its arrival. */
export function createWorkQueue(maxRunning: number, maxWaiting: number): WorkQueue {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function waitForTurn(): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw new Failure("overloaded", { retry_after: 1 });
    await new Promise<void>((start) => waiting.push(start));
  }

  /** Starts the next work in the place of what is done. */
  function endTurn(): void {
    const startNext = waiting.shift();
    if (startNext) startNext();
    else running -= 1;
  }

  return {
    run: async (work) => {
      await waitForTurn();
      try {
        return await work();
      } finally {
        endTurn();
      }
    },
  };
}
