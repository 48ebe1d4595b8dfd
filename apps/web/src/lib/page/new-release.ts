import { isStored, readStored, writeStored } from "#lib/browser/storage.ts";

/** The name of the error of a script that can't be loaded: offline, or because a new release has replaced it. */
const missingScript = "MissingScript";

/**
 * Renames the error of a script that can't be loaded. By the browser's message the router would recognise it and
 * reload the page, and on an offline device the browser would then show its own error page instead of ours.
 */
export function nameMissingScripts(): void {
  addEventListener("vite:preloadError", ({ payload }) => {
    Object.assign(payload, { name: missingScript, message: `Not loaded: ${payload.message}` });
  });
}

export function isMissingScript(error: unknown): boolean {
  return error instanceof Error && error.name === missingScript;
}

/** Whether the server replies. */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Whether the browser is loading another page. The page that it leaves is still shown meanwhile. */
let isLeaving = false;

/** Lets `reloadOnce` know when the browser leaves the page. Some browsers can't tell. */
export function watchLeaving(): void {
  globalThis.navigation?.addEventListener("navigate", ({ destination, downloadRequest }) => {
    if (!destination.sameDocument && downloadRequest === null) isLeaving = true;
  });
  // The reader has come back to the kept page.
  addEventListener("pageshow", () => {
    isLeaving = false;
  });
}

/** Key in the session storage; its value is the address that was reloaded last. */
const reloadedAddressKey = "toibako:loaded-anew";

/**
 * Reloads a page with a script that a newer release has replaced on the server. Doesn't reload the same
 * address twice in a row, so that a script that stays missing causes no loop. Doesn't reload a page that the
 * browser leaves either: Firefox breaks off the loads of such a page, and reloading it would keep the reader
 * there. Returns whether the server replies.
 */
export async function reloadOnce(): Promise<boolean> {
  const isReachable = await isServerReachable();
  const address = location.href;
  if (isReachable && !isLeaving && readStored("sessionStorage", reloadedAddressKey) !== address) {
    writeStored("sessionStorage", reloadedAddressKey, address);
    // If the value can't be stored, the reloaded page wouldn't know that it was reloaded.
    if (isStored("sessionStorage", reloadedAddressKey)) location.reload();
  }
  return isReachable;
}
