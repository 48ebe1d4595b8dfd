import { expect, test, vi } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

const maxRunning = 8;
const maxWaiting = 50;
const capacity = maxRunning + maxWaiting;

/**
 * Opens a queue whose work only finishes when a test calls `finish`; started and rejected work is
 * listed by subscriber.
 */
function openQueue() {
  const queue = createWorkQueue("tried", maxRunning, maxWaiting);
  const started: string[] = [];
  const rejected: string[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  return {
    started,
    rejected,
    add: (subscriber: string, count: number) => {
      for (let i = 0; i < count; i++) {
        const work = queue.run(subscriber, () => {
          started.push(subscriber);
          const gate = Promise.withResolvers<void>();
          gates.push(gate);
          return gate.promise;
        });
        work.catch(() => rejected.push(subscriber));
      }
    },
    /**
     * Finishes this much work, the oldest first, and waits until other work has started in its
     * place.
     */
    finish: async (count: number) => {
      for (let i = 0; i < count; i++) {
        await vi.waitFor(() => expect(gates).toHaveLength(maxRunning));
        gates.shift()?.resolve();
      }
      await vi.waitFor(() => expect(gates).toHaveLength(maxRunning));
    },
  };
}

test("SAFE-10 queued work starts in order as running work finishes or fails, and finished work frees its place", async () => {
  const queue = createWorkQueue("tried", maxRunning, maxWaiting);
  const started: number[] = [];
  const gates = Array.from({ length: maxRunning + 2 }, () => Promise.withResolvers<string>());
  const results = gates.map(({ promise }, index) =>
    queue.run("one", () => {
      started.push(index);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual(Array.from({ length: maxRunning }, (_, index) => index));
  gates[3]?.reject(new Error("no"));
  await expect(results[3]).rejects.toThrow("no");
  gates[0]?.resolve("first");
  expect(await results[0]).toBe("first");
  await vi.waitFor(() => expect(started.slice(maxRunning)).toEqual([maxRunning, maxRunning + 1]));
  for (const gate of gates) gate.resolve("done");
  await Promise.allSettled(results);

  const again = Array.from({ length: capacity }, (_, index) => queue.run("one", async () => index));
  expect(await Promise.all(again)).toHaveLength(capacity);
});

test("SAFE-10 subscribers take turns, even if one of them has much waiting work", async () => {
  const { add, finish, started } = openQueue();
  add("many", maxRunning + 20);
  add("few", 2);
  add("other", 1);
  await finish(6);
  expect(started.slice(maxRunning)).toEqual(["many", "few", "other", "many", "few", "many"]);
});

test("SAFE-10 a full queue rejects work of the subscriber with the most waiting work", async () => {
  const { add, finish, started, rejected } = openQueue();
  add("many", capacity + 1);
  await vi.waitFor(() => expect(rejected).toEqual(["many"]));
  add("other", 1);
  await vi.waitFor(() => expect(rejected).toEqual(["many", "many"]));
  await finish(2);
  expect(started.slice(maxRunning)).toEqual(["many", "other"]);
});

test("SAFE-10 a full queue with one piece of work of each subscriber rejects the latest", async () => {
  const { add, rejected } = openQueue();
  add("running", maxRunning);
  for (let i = 0; i <= maxWaiting; i++) add(`subscriber ${i}`, 1);
  await vi.waitFor(() => expect(rejected).toEqual([`subscriber ${maxWaiting}`]));
});
