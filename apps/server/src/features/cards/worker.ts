import { parentPort } from "node:worker_threads";
import type { Card } from "./draw/card.ts";
import { drawCard } from "./draw/draw.ts";

/** What the worker answers to each card that it is sent, one at a time. */
export type Drawn = { png: Uint8Array } | { error: string };

parentPort?.on("message", (card: Card) => {
  let drawn: Drawn;
  try {
    drawn = { png: drawCard(card) };
  } catch (error) {
    drawn = { error: String(error) };
  }
  parentPort?.postMessage(drawn);
});
