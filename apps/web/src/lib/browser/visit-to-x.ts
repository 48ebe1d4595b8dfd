/**
 * Key in the session storage, named by the specification. While the onboarding has sent the browser to X,
 * its value is a `VisitToX`.
 */
const key = "fetch-from-twitter";

/** Why the onboarding sent the browser to X: to link the X account, or also to copy its picture. */
export type VisitToX = "link" | "picture";

/** Makes the onboarding continue after its second page when this tab returns from X. */
export function markVisitToX(visit: VisitToX): void {
  try {
    sessionStorage.setItem(key, visit);
  } catch {
    // Storage may be blocked; then the onboarding starts at its first page, with the saved entries.
  }
}

/** Returns and forgets why this tab was sent to X; undefined if it was not. */
export function takeVisitToX(): VisitToX | undefined {
  try {
    const visit = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (visit === null) return undefined;
    return visit === "picture" ? visit : "link";
  } catch {
    return undefined;
  }
}
