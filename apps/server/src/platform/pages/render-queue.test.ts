import { expect, test, vi } from "vitest";
import { createRenderQueue, maxRunning, maxWaiting } from "./render-queue.ts";

test("SAFE-10 renderings start in order as others finish or fail, and all turns are freed", async () => {
  const queue = createRenderQueue();
  const started: number[] = [];
  const gates = Array.from({ length: maxRunning + 2 }, () => Promise.withResolvers<string>());
  const renderings = gates.map(({ promise }, at) =>
    queue.run(() => {
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

  const again = Array.from({ length: maxRunning + maxWaiting }, (_, at) =>
    queue.run(async () => at),
  );
  expect(await Promise.all(again)).toHaveLength(maxRunning + maxWaiting);
});
