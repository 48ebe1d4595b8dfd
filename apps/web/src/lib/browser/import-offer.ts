import { readStored, writeStored } from "./storage.ts";

/**
 * Key in the session storage. Its value is "open" after a sign-in in this tab. After the reader has dismissed the
 * offer it stays "dismissed" until the tab is closed, even if somebody signs in again.
 */
const key = "import-followers";

/** Makes the next home page in this tab offer the import of followers; called when somebody signs in. */
export function scheduleImportOffer(): void {
  if (readState() !== "dismissed") storeState("open");
}

/** Stores that the offer was dismissed, so that it does not open again in this tab. */
export function dismissImportOffer(): void {
  storeState("dismissed");
}

export const isImportOffered = (): boolean => readState() === "open";

function readState(): string | null {
  return readStored("sessionStorage", key);
}

function storeState(state: "open" | "dismissed"): void {
  // If the storage is blocked, nothing is offered, and the friends page still has the import.
  writeStored("sessionStorage", key, state);
}
