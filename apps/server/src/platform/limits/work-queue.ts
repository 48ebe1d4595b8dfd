import { Failure } from "#platform/http/failure.ts";
import { waitingWork } from "#platform/observability/meters.ts";
import { findSubscriber } from "./networks.ts";

export interface WorkQueue {
  /**
   * Runs `work` when it is the turn of the subscriber at `ip`. If too much work waits, the newest
   * work of the subscriber with the longest queue is rejected at once as `overloaded`.
   */
  run<T>(ip: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Limits how much work runs at once and how much waits, which the metrics show under `name`. Subscribers with waiting work take turns
 * (round robin), so that no subscriber can keep the others from being served.
 */
export function createWorkQueue(name: string, maxRunning: number, maxWaiting: number): WorkQueue {
  let running = 0;
  let waiting = 0;
  /**
   * The queue of each subscriber, oldest work first. The subscriber whose turn is next comes first.
   */
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
    waitingWork.inc({ queue: name });
    if (waiting > maxWaiting) rejectNewest(subscriber);
    await turn.promise;
  }

  /**
   * Rejects the newest work of the longest queue; if several are equally long, that of `preferred`, who
   * added work last.
   */
  function rejectNewest(preferred: string): void {
    let longest = { subscriber: preferred, queue: queues.get(preferred) ?? [] };
    for (const [subscriber, queue] of queues) {
      if (queue.length > longest.queue.length) longest = { subscriber, queue };
    }
    const turn = longest.queue.pop();
    if (longest.queue.length === 0) queues.delete(longest.subscriber);
    waiting -= 1;
    waitingWork.dec({ queue: name });
    turn?.reject(new Failure("overloaded", { retry_after: 1 }));
  }

  /** Starts the next waiting work after one has finished. */
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
    waitingWork.dec({ queue: name });
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
