import { Worker } from "node:worker_threads";
import { Failure } from "#platform/http/failure.ts";
import { waitingWork } from "#platform/observability/meters.ts";
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
  /** How long the thread may be idle before it ends, which frees the memory of fonts and pictures. */
  idleMs?: number;
}

export interface DrawingPool {
  /**
   * Draws a card as a PNG outside the main thread. Rejects with `overloaded` if too many cards wait, or if waiting or
   * drawing takes too long. Also rejects if drawing fails, and after `close`.
   */
  drawInWorker(card: Card): Promise<Buffer>;
  /** Ends the worker and rejects waiting cards. */
  close(): Promise<void>;
}

interface QueuedCard {
  card: Card;
  queuedAt: number;
  resolve(png: Buffer): void;
  reject(error: Error): void;
}

const createOverloadFailure = () => new Failure("overloaded", { retry_after: 5 });

/**
 * Creates a queue with one worker thread. The thread starts when a card arrives and ends after `idleMs` without
 * cards.
 */
export function createDrawingPool({
  script = new URL("./worker.ts", import.meta.url),
  maxWaiting = 200,
  waitMs = 4000,
  timeoutMs = 5000,
  idleMs = 60_000,
}: PoolOptions = {}): DrawingPool {
  const waiting: QueuedCard[] = [];
  let worker: Worker | undefined;
  let current: QueuedCard | undefined;
  let drawingTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function endCurrentDrawing(): QueuedCard | undefined {
    const drawn = current;
    clearTimeout(drawingTimer);
    current = undefined;
    worker?.unref();
    return drawn;
  }

  function discardWorker(lostWorker: Worker, error: Error): void {
    if (lostWorker !== worker) return;
    worker = undefined;
    void lostWorker.terminate();
    endCurrentDrawing()?.reject(error);
    drawNext();
  }

  function startWorker(): Worker {
    const newWorker = new Worker(script);
    newWorker.on("message", (reply: DrawingReply) => {
      if (newWorker !== worker) return;
      const drawn = endCurrentDrawing();
      if ("error" in reply) {
        drawn?.reject(new Error(`The card could not be drawn: ${reply.error}`));
      } else {
        const { buffer, byteOffset, byteLength } = reply.png;
        drawn?.resolve(Buffer.from(buffer, byteOffset, byteLength));
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
    waitingWork.set({ queue: "cards" }, waiting.length);
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
      if (isClosed) return Promise.reject(new Error("The drawing pool is closed"));
      if (waiting.length >= maxWaiting) return Promise.reject(createOverloadFailure());
      return new Promise((resolve, reject) => {
        waiting.push({ card, queuedAt: performance.now(), resolve, reject });
        waitingWork.set({ queue: "cards" }, waiting.length);
        drawNext();
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      const lastWorker = worker;
      worker = undefined;
      const error = new Error("The drawing pool is closed");
      for (const card of [endCurrentDrawing(), ...waiting.splice(0)]) card?.reject(error);
      await lastWorker?.terminate();
    },
  };
}
