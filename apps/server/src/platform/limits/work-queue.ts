import { Failure } from "#platform/http/failure.ts";
import { findSubscriber } from "./networks.ts";

export interface WorkQueue {
  /**
   * Does `work` when it is the turn of the subscriber at `ip`. If too much work waits, the last of the
   * subscriber with the most of it rejects with `overloaded` at once.
   */
  run<T>(ip: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Bounds how much work is done at once and how much waits. Subscribers whose work waits take turns
 * (round robin), so that one of them can't keep the others from being served.
 */
export function createWorkQueue(maxRunning: number, maxWaiting: number): WorkQueue {
  let running = 0;
  let waiting = 0;
  /** The waiting work of each subscriber in its order. The subscriber whose turn it is comes first. */
  const queues = new Map<string, PromiseWithResolvers<void>[]>();

  async function waitForTurn(subscriber: string): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const queue = queues.get(subscriber) ?? [];
    queue.push(turn);
    queues.set(subscriber, queue);
    waiting += 1;
    if (waiting > maxWaiting) rejectOne(subscriber);
    await turn.promise;
  }

  /** Rejects the last work of the longest queue; among equal ones, of the given subscriber's. */
  function rejectOne(subscriber: string): void {
    let longest = { subscriber, queue: queues.get(subscriber) ?? [] };
    for (const [subscriber, queue] of queues) {
      if (queue.length > longest.queue.length) longest = { subscriber, queue };
    }
    const turn = longest.queue.pop();
    if (longest.queue.length === 0) queues.delete(longest.subscriber);
    waiting -= 1;
    turn?.reject(new Failure("overloaded", { retry_after: 1 }));
  }

  /** Starts the next work in the place of what is done. */
  function endTurn(): void {
    const [next] = queues;
    if (!next) {
      running -= 1;
      return;
    }
    const [subscriber, queue] = next;
    const turn = queue.shift();
    queues.delete(subscriber);
    if (queue.length > 0) queues.set(subscriber, queue);
    waiting -= 1;
    turn?.resolve();
  }

  return {
    run: async (ip, work) => {
      await waitForTurn(findSubscriber(ip));
      try {
        return await work();
      } finally {
        endTurn();
      }
    },
  };
}
