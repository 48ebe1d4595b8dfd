import { Failure } from "#platform/http/failure.ts";

/** Renderings at once. More would only share the one thread and hold more memory. */
export const maxRunning = 8;
/** Renderings that wait for their turn: less than a second's work. */
export const maxWaiting = 50;

export interface RenderQueue {
  /**
   * Runs `render` when it is the network's turn. If too many renderings wait, the last one of the
   * network with the most of them rejects with `overloaded` at once.
   */
  run<T>(network: string, render: () => Promise<T>): Promise<T>;
}

/**
 * Bounds how many pages are rendered at once and how many wait. Networks with waiting renderings take
 * turns (round robin), so that one network can't keep the others from being served.
 */
export function createRenderQueue(): RenderQueue {
  let running = 0;
  let waiting = 0;
  /** The waiting renderings of each network in their order. The network whose turn it is comes first. */
  const queues = new Map<string, PromiseWithResolvers<void>[]>();

  async function waitForTurn(network: string): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const queue = queues.get(network) ?? [];
    queue.push(turn);
    queues.set(network, queue);
    waiting += 1;
    if (waiting > maxWaiting) rejectOne(network);
    await turn.promise;
  }

  /** Rejects the last rendering of the longest queue; among equal ones, of the given network's. */
  function rejectOne(network: string): void {
    let longest = { network, queue: queues.get(network) ?? [] };
    for (const [network, queue] of queues) {
      if (queue.length > longest.queue.length) longest = { network, queue };
    }
    const turn = longest.queue.pop();
    if (longest.queue.length === 0) queues.delete(longest.network);
    waiting -= 1;
    turn?.reject(new Failure("overloaded", { retry_after: 1 }));
  }

  /** Starts the next rendering in the place of a finished one. */
  function endTurn(): void {
    const [next] = queues;
    if (!next) {
      running -= 1;
      return;
    }
    const [network, queue] = next;
    const turn = queue.shift();
    queues.delete(network);
    if (queue.length > 0) queues.set(network, queue);
    waiting -= 1;
    turn?.resolve();
  }

  return {
    run: async (network, render) => {
      await waitForTurn(network);
      try {
        return await render();
      } finally {
        endTurn();
      }
    },
  };
}
