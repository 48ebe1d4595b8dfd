import { readStored, writeStored } from "./storage.ts";

/**
 * Key in the session storage, named by the specification. While the onboarding has sent the browser to X,
 * its value is a `VisitToX`.
 */
const key = "fetch-from-twitter";

/** Why the onboarding sent the browser to X: to link the X account, or also to copy its picture. */
export type VisitToX = "link" | "picture";

/** Makes the onboarding continue after its second page when this tab returns from X. */
export function markVisitToX(visit: VisitToX): void {
  // If the storage is blocked, the onboarding starts at its first page, with the saved entries.
  writeStored("sessionStorage", key, visit);
}

/** Returns and forgets why this tab was sent to X; undefined if it was not. */
export function takeVisitToX(): VisitToX | undefined {
  const visit = readStored("sessionStorage", key);
  writeStored("sessionStorage", key, null);
  if (visit === null) return undefined;
  return visit === "picture" ? visit : "link";
}
