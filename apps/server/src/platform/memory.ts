import { totalmem } from "node:os";
import { StartError } from "./start-error.ts";

/**
 * Throws if this machine or container has less memory than `megabytes`. Linux would kill the process
 * without a message.
 */
export function requireMemory(megabytes: number, purpose: string): void {
  // 0 if the limit is unknown.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const available = Math.floor(Math.min(totalmem(), limit) / 2 ** 20);
  if (available >= megabytes) return;
  throw new StartError(
    `${purpose} needs ${megabytes} MB of memory; this machine or container has ${available} MB.`,
    6,
  );
}
