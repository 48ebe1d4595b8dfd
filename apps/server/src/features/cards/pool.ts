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

const createOverloadFailure = () => new Failure("overloaded", { retry_after: 5 });

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
  let drawingTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function endCurrentJob(): Job | undefined {
    const job = current;
    clearTimeout(drawingTimer);
    current = undefined;
    worker?.unref();
    return job;
  }

  function discardWorker(lostWorker: Worker, error: Error): void {
    if (lostWorker !== worker) return;
    worker = undefined;
    void lostWorker.terminate();
    endCurrentJob()?.reject(error);
    drawNext();
  }

  function startWorker(): Worker {
    const newWorker = new Worker(script);
    newWorker.on("message", (reply: DrawingReply) => {
      if (newWorker !== worker) return;
      const job = endCurrentJob();
      if ("error" in reply) {
        job?.reject(new Error(`The card could not be drawn: ${reply.error}`));
      } else {
        const { buffer, byteOffset, byteLength } = reply.png;
        job?.resolve(Buffer.from(buffer, byteOffset, byteLength));
      }
      drawNext();
    });
    newWorker.on("error", (error) => discardWorker(newWorker, error as Error));
    newWorker.on("exit", (code) =>
      discardWorker(newWorker, new Error(`The worker ended with ${code}`)),
    );
    return newWorker;
  }

  function endIdleWorker(): void {
    const idleWorker = worker;
    worker = undefined;
    void idleWorker?.terminate();
  }

  function drawNext(): void {
    if (current !== undefined || isClosed) return;
    current = waiting.shift();
    while (current !== undefined && performance.now() - current.queuedAt > waitMs) {
      current.reject(createOverloadFailure());
      current = waiting.shift();
    }
    clearTimeout(idleTimer);
    if (current === undefined) {
      idleTimer = setTimeout(endIdleWorker, idleMs).unref();
      return;
    }
    const busyWorker = worker ?? startWorker();
    worker = busyWorker;
    // The worker keeps the process alive only while it draws.
    busyWorker.ref();
    drawingTimer = setTimeout(() => discardWorker(busyWorker, createOverloadFailure()), timeoutMs);
    busyWorker.postMessage(current.card);
  }

  return {
    drawInWorker(card) {
      if (isClosed) return Promise.reject(new Error("The drawing of cards has been closed"));
      if (waiting.length >= maxWaiting) return Promise.reject(createOverloadFailure());
      return new Promise((resolve, reject) => {
        waiting.push({ card, queuedAt: performance.now(), resolve, reject });
        drawNext();
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      const lastWorker = worker;
      worker = undefined;
      const error = new Error("The drawing of cards has been closed");
      for (const job of [endCurrentJob(), ...waiting.splice(0)]) job?.reject(error);
      await lastWorker?.terminate();
    },
  };
}
