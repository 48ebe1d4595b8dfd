import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import type { Card } from "./draw/card.ts";
import { createDrawingPool, type DrawingPool, type PoolOptions } from "./pool.ts";

const pools: DrawingPool[] = [];

function createPool(options: PoolOptions = {}): DrawingPool {
  const created = createDrawingPool(options);
  pools.push(created);
  return created;
}

afterEach(async () => {
  for (const used of pools.splice(0)) await used.close();
});

function createCard(text: string): Card {
  return { kind: "question", locale: "ja", text };
}

// A worker that crashes, throws, hangs or reports an error if the text of the card says so.
const failingScript = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ text }) => {
      if (text === "crash") process.exit(1);
      if (text === "throw") throw new Error("broken");
      while (text === "hang");
      parentPort.postMessage(text === "fault" ? { error: text } : { png: Buffer.from(text) });
    });
  `)}`,
);

test("SHARE-01 a card is drawn in the worker", async () => {
  const { drawInWorker } = createPool();
  const [one, other] = await Promise.all([
    drawInWorker(createCard("好きな色は？")),
    drawInWorker(createCard("好きな本は？")),
  ]);
  expect(one.toString("latin1", 1, 4)).toBe("PNG");
  expect(one.readUInt32BE(16)).toBe(1200);
  expect(one.equals(other)).toBe(false);
});

test.each(["crash", "throw", "fault"])(
  "SHARE-01 the pool draws again after a %s",
  async (failure) => {
    const { drawInWorker } = createPool({ script: failingScript });
    const lost = expect(drawInWorker(createCard(failure))).rejects.toThrow();
    const after = await Promise.all(["1", "2"].map((text) => drawInWorker(createCard(text))));
    expect(after.map(String)).toEqual(["1", "2"]);
    await lost;
    expect(String(await drawInWorker(createCard("3")))).toBe("3");
  },
);

test("SHARE-01 a card that takes too long is rejected, and the next one is drawn", async () => {
  const { drawInWorker } = createPool({ script: failingScript, timeoutMs: 1000 });
  await expect(drawInWorker(createCard("hang"))).rejects.toThrow("overloaded");
  expect(String(await drawInWorker(createCard("next")))).toBe("next");
});

test("SHARE-01 the queue has a maximum length", async () => {
  const { drawInWorker } = createPool({ script: failingScript, maxWaiting: 3 });
  const accepted = ["0", "1", "2", "3"].map((text) => drawInWorker(createCard(text)));
  await expect(drawInWorker(createCard("4"))).rejects.toThrow("overloaded");
  expect((await Promise.all(accepted)).map(String)).toEqual(["0", "1", "2", "3"]);
});

test("SAFE-11 a card that has waited too long is rejected and not drawn", async () => {
  const { drawInWorker } = createPool({ script: failingScript, timeoutMs: 1000, waitMs: 100 });
  const late = [drawInWorker(createCard("hang")), drawInWorker(createCard("late"))];
  await Promise.all(late.map((drawn) => expect(drawn).rejects.toThrow("overloaded")));
  expect(String(await drawInWorker(createCard("next")))).toBe("next");
});

// A worker that replies with the id of its thread.
const threadIdScript = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from "node:worker_threads";
    parentPort.on("message", () => parentPort.postMessage({ png: Buffer.from(String(threadId)) }));
  `)}`,
);

test("SHARE-01 the thread ends when no card arrives, and the next card starts another one", async () => {
  const { drawInWorker } = createPool({ script: threadIdScript, idleMs: 1 });
  const first = await drawInWorker(createCard("one"));
  await vi.waitFor(async () => {
    const later = await drawInWorker(createCard("two"));
    expect(later.equals(first)).toBe(false);
  });
});

test("importing the app does not load the drawing library", async () => {
  const script = `
    await import(${JSON.stringify(new URL("../../app.ts", import.meta.url).href)});
    const { sharedObjects } = process.report.getReport();
    console.log(sharedObjects.filter((name) => name.includes("skia")).length);`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script]);
  expect(stdout).toBe("0\n");
});

test("SHARE-01 closing rejects waiting and later cards", async () => {
  const { drawInWorker, close } = createPool({ script: failingScript });
  const waiting = [drawInWorker(createCard("hang")), drawInWorker(createCard("1"))];
  const rejected = Promise.all(waiting.map((drawn) => expect(drawn).rejects.toThrow("closed")));
  await close();
  await rejected;
  await expect(drawInWorker(createCard("2"))).rejects.toThrow("closed");
});
