import { Failure } from "#platform/http/failure.ts";

/** Renderings at once. More would only share the one thread and hold more memory. */
export const maxRunning = 8;
/** Renderings that wait for their turn: less than a second's work. */
export const maxWaiting = 50;

export interface RenderQueue {
  /** Runs `render` at its turn; rejects with `overloaded` at once if too many renderings wait. */
  run<T>(render: () => Promise<T>): Promise<T>;
}

/** Bounds how many pages are rendered at once and how many wait, in the order of their requests. */
export function createRenderQueue(): RenderQueue {
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

  /** Starts the next rendering in the place of a finished one. */
  function endTurn(): void {
    const startNext = waiting.shift();
    if (startNext) startNext();
    else running -= 1;
  }

  return {
    run: async (render) => {
      await waitForTurn();
      try {
        return await render();
      } finally {
        endTurn();
      }
    },
  };
}
