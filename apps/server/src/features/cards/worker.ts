import { parentPort } from "node:worker_threads";
import type { Card } from "./draw/card.ts";
import { drawCard } from "./draw/draw.ts";

/** The worker's reply to a card. */
export type DrawingReply = { png: Uint8Array } | { error: string };

parentPort?.on("message", (card: Card) => {
  let reply: DrawingReply;
  try {
    reply = { png: drawCard(card) };
  } catch (error) {
    reply = { error: String(error) };
  }
  parentPort?.postMessage(reply);
});
