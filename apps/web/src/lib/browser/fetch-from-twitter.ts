/**
 * Session storage: set while the onboarding has sent the browser to X, to "link" or, if the picture there is wanted, to
 * "picture".
 */
const key = "fetch-from-twitter";

/** What the onboarding wanted from X. */
export type VisitToX = "link" | "picture";

/** Makes the onboarding continue behind its second page when this tab returns from X. */
export function markVisitToX(visit: VisitToX): void {
  try {
    sessionStorage.setItem(key, visit);
  } catch {
    // Storage may be blocked; then the onboarding starts at its first page, with the saved entries.
  }
}

/** What this tab wanted from X, if it returns from there; undefined when it is read again. */
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
