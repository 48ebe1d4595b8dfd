import { Worker } from "node:worker_threads";
import { Failure } from "#platform/failure.ts";
import type { Card } from "./draw/card.ts";
import type { Drawn } from "./worker.ts";

/** Limits of the queue; the time is for one card, from the moment when its drawing begins. */
export interface PoolOptions {
  script?: URL;
  max_waiting?: number;
  timeout_ms?: number;
}

export interface DrawingPool {
  /**
   * Draws a card as a PNG outside the main thread. Rejects when too many wait already, when the
   * drawing takes too long or fails, and after `close`.
   */
  drawInWorker(card: Card): Promise<Buffer>;
  /** Ends the worker; what waits is rejected. */
  close(): Promise<void>;
}

interface Job {
  card: Card;
  resolve(png: Buffer): void;
  reject(error: Error): void;
}

const tooMany = () => new Failure("overloaded", { retry_after: 5 });

/** One worker thread and its queue. The thread starts with the first card and again after a crash. */
export function createPool({
  script = new URL("./worker.ts", import.meta.url),
  max_waiting = 200,
  timeout_ms = 5000,
}: PoolOptions = {}): DrawingPool {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let current: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function settle(): Job | undefined {
    const job = current;
    clearTimeout(timer);
    current = undefined;
    worker?.unref();
    return job;
  }

  function dismiss(lost: Worker, error: Error): void {
    if (lost !== worker) return;
    worker = undefined;
    void lost.terminate();
    settle()?.reject(error);
    drawNext();
  }

  function start(): Worker {
    const started = new Worker(script);
    started.on("message", (drawn: Drawn) => {
      if (started !== worker) return;
      const job = settle();
      if ("error" in drawn) {
        job?.reject(new Error(`The card could not be drawn: ${drawn.error}`));
      } else {
        const { buffer, byteOffset, byteLength } = drawn.png;
        job?.resolve(Buffer.from(buffer, byteOffset, byteLength));
      }
      drawNext();
    });
    started.on("error", (error) => dismiss(started, error as Error));
    started.on("exit", (code) => dismiss(started, new Error(`The worker ended with ${code}`)));
    return started;
  }

  function drawNext(): void {
    if (current !== undefined || closed) return;
    current = waiting.shift();
    if (current === undefined) return;
    const busy = worker ?? start();
    worker = busy;
    // Only a card under way keeps the process alive.
    busy.ref();
    timer = setTimeout(() => dismiss(busy, new Error("The card took too long")), timeout_ms);
    busy.postMessage(current.card);
  }

  return {
    drawInWorker(card) {
      if (closed) return Promise.reject(new Error("The drawing of cards has been closed"));
      if (waiting.length >= max_waiting) return Promise.reject(tooMany());
      return new Promise((resolve, reject) => {
        waiting.push({ card, resolve, reject });
        drawNext();
      });
    },
    async close() {
      closed = true;
      const ended = worker;
      worker = undefined;
      const error = new Error("The drawing of cards has been closed");
      for (const job of [settle(), ...waiting.splice(0)]) job?.reject(error);
      await ended?.terminate();
    },
  };
}
