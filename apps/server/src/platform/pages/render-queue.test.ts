import { expect, test, vi } from "vitest";
import { createRenderQueue, maxRunning, maxWaiting } from "./render-queue.ts";

const capacity = maxRunning + maxWaiting;

/** A queue whose renderings, named by their networks, finish one after the other on demand. */
function openQueue() {
  const queue = createRenderQueue();
  const started: string[] = [];
  const rejected: string[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  return {
    started,
    rejected,
    add: (network: string, count: number) => {
      for (let at = 0; at < count; at++) {
        const rendering = queue.run(network, () => {
          started.push(network);
          const gate = Promise.withResolvers<void>();
          gates.push(gate);
          return gate.promise;
        });
        rendering.catch(() => rejected.push(network));
      }
    },
    /** Finishes renderings in the order of their start; others take their places. */
    finish: async (count: number) => {
      for (let at = 0; at < count; at++) {
        await vi.waitFor(() => expect(gates).toHaveLength(maxRunning));
        gates.shift()?.resolve();
      }
      await vi.waitFor(() => expect(gates).toHaveLength(maxRunning));
    },
  };
}

test("SAFE-10 renderings start in order as others finish or fail, and all turns are freed", async () => {
  const queue = createRenderQueue();
  const started: number[] = [];
  const gates = Array.from({ length: maxRunning + 2 }, () => Promise.withResolvers<string>());
  const renderings = gates.map(({ promise }, at) =>
    queue.run("one", () => {
      started.push(at);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual(Array.from({ length: maxRunning }, (_, at) => at));
  gates[3]?.reject(new Error("no"));
  await expect(renderings[3]).rejects.toThrow("no");
  gates[0]?.resolve("first");
  expect(await renderings[0]).toBe("first");
  await vi.waitFor(() => expect(started.slice(maxRunning)).toEqual([maxRunning, maxRunning + 1]));
  for (const gate of gates) gate.resolve("done");
  await Promise.allSettled(renderings);

  const again = Array.from({ length: capacity }, (_, at) => queue.run("one", async () => at));
  expect(await Promise.all(again)).toHaveLength(capacity);
});

test("SAFE-10 networks take turns, however many renderings one of them waits for", async () => {
  const { add, finish, started } = openQueue();
  add("many", maxRunning + 20);
  add("few", 2);
  add("other", 1);
  await finish(6);
  expect(started.slice(maxRunning)).toEqual(["many", "few", "other", "many", "few", "many"]);
});

test("SAFE-10 a full queue rejects renderings of the network with the most of them", async () => {
  const { add, finish, started, rejected } = openQueue();
  add("many", capacity + 1);
  await vi.waitFor(() => expect(rejected).toEqual(["many"]));
  add("other", 1);
  await vi.waitFor(() => expect(rejected).toEqual(["many", "many"]));
  await finish(2);
  expect(started.slice(maxRunning)).toEqual(["many", "other"]);
});

test("SAFE-10 a full queue with one rendering of each network rejects the latest", async () => {
  const { add, rejected } = openQueue();
  add("running", maxRunning);
  for (let at = 0; at <= maxWaiting; at++) add(`network ${at}`, 1);
  await vi.waitFor(() => expect(rejected).toEqual([`network ${maxWaiting}`]));
});
