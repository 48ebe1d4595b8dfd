/** Session storage: set while the onboarding has sent the browser to X. */
const key = "fetch-from-twitter";

/** Makes the onboarding continue behind its second page when this tab returns from X. */
export function markVisitToX(): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // Storage may be blocked; then the onboarding starts at its first page, with the saved entries.
  }
}

/** Whether this tab returns from X; true only once. */
export function takeVisitToX(): boolean {
  try {
    const isReturning = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return isReturning;
  } catch {
    return false;
  }
}
