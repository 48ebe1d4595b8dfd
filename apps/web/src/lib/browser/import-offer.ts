/** Key in the session storage. Its value is "open" after a sign-in in this tab, and "dismissed" after the offer. */
const key = "import-followers";

/** Makes the next home page in this tab offer the import of followers; called when somebody signs in. */
export function scheduleImportOffer(): void {
  store("open");
}

/** Prevents the offer until the next sign-in. */
export function dismissImportOffer(): void {
  store("dismissed");
}

export function isImportOffered(): boolean {
  try {
    return sessionStorage.getItem(key) === "open";
  } catch {
    return false;
  }
}

function store(state: "open" | "dismissed"): void {
  try {
    sessionStorage.setItem(key, state);
  } catch {
    // Storage may be blocked; then nothing is offered, and the friends page still has the import.
  }
}
