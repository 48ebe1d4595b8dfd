import { Worker } from "node:worker_threads";
import { Failure } from "#platform/http/failure.ts";
import type { Card } from "./draw/card.ts";
import type { DrawingReply } from "./worker.ts";

/** Limits of the queue. A request takes at most `waitMs` plus `timeoutMs`. */
export interface PoolOptions {
  script?: URL;
  maxWaiting?: number;
  /** How long a card may wait for its drawing to begin. */
  waitMs?: number;
  /** How long drawing one card may take. */
  timeoutMs?: number;
  /** How long the thread waits for a card before it ends and frees its fonts and pictures. */
  idleMs?: number;
}

export interface DrawingPool {
  /**
   * Draws a card as a PNG outside the main thread. Rejects as overloaded if too many cards wait, or
   * if waiting or drawing takes too long; also rejects if drawing fails, and after `close`.
   */
  drawInWorker(card: Card): Promise<Buffer>;
  /** Ends the worker and rejects waiting cards. */
  close(): Promise<void>;
}

interface Job {
  card: Card;
  queuedAt: number;
  resolve(png: Buffer): void;
  reject(error: Error): void;
}

const createOverloaded = () => new Failure("overloaded", { retry_after: 5 });

/**
 * Creates one worker thread and its queue. The thread starts with the first card, ends when none comes
 * for a while, and starts again with the next one.
 */
export function createDrawingPool({
  script = new URL("./worker.ts", import.meta.url),
  maxWaiting = 200,
  waitMs = 4000,
  timeoutMs = 5000,
  idleMs = 60_000,
}: PoolOptions = {}): DrawingPool {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let current: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let closed = false;

  function endCurrentJob(): Job | undefined {
    const job = current;
    clearTimeout(timer);
    current = undefined;
    worker?.unref();
    return job;
  }

  function discardWorker(lost: Worker, error: Error): void {
    if (lost !== worker) return;
    worker = undefined;
    void lost.terminate();
    endCurrentJob()?.reject(error);
    drawNext();
  }

  function startWorker(): Worker {
    const started = new Worker(script);
    started.on("message", (drawn: DrawingReply) => {
      if (started !== worker) return;
      const job = endCurrentJob();
      if ("error" in drawn) {
        job?.reject(new Error(`The card could not be drawn: ${drawn.error}`));
      } else {
        const { buffer, byteOffset, byteLength } = drawn.png;
        job?.resolve(Buffer.from(buffer, byteOffset, byteLength));
      }
      drawNext();
    });
    started.on("error", (error) => discardWorker(started, error as Error));
    started.on("exit", (code) =>
      discardWorker(started, new Error(`The worker ended with ${code}`)),
    );
    return started;
  }

  function endIdleWorker(): void {
    const idle = worker;
    worker = undefined;
    void idle?.terminate();
  }

  function drawNext(): void {
    if (current !== undefined || closed) return;
    current = waiting.shift();
    while (current !== undefined && performance.now() - current.queuedAt > waitMs) {
      current.reject(createOverloaded());
      current = waiting.shift();
    }
    clearTimeout(idleTimer);
    if (current === undefined) {
      idleTimer = setTimeout(endIdleWorker, idleMs).unref();
      return;
    }
    const busy = worker ?? startWorker();
    worker = busy;
    // The worker keeps the process alive only while it draws.
    busy.ref();
    timer = setTimeout(() => discardWorker(busy, createOverloaded()), timeoutMs);
    busy.postMessage(current.card);
  }

  return {
    drawInWorker(card) {
      if (closed) return Promise.reject(new Error("The drawing of cards has been closed"));
      if (waiting.length >= maxWaiting) return Promise.reject(createOverloaded());
      return new Promise((resolve, reject) => {
        waiting.push({ card, queuedAt: performance.now(), resolve, reject });
        drawNext();
      });
    },
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      const ended = worker;
      worker = undefined;
      const error = new Error("The drawing of cards has been closed");
      for (const job of [endCurrentJob(), ...waiting.splice(0)]) job?.reject(error);
      await ended?.terminate();
    },
  };
}
