/** Whether the server replies. */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Key in the session storage; its value is the address that was reloaded last. */
const reloadedAddressKey = "toibako:loaded-anew";

/**
 * Reloads a page with a script that a newer release has replaced on the server. Doesn't reload the same
 * address twice in a row, so that a script that stays missing causes no loop. Returns whether the server
 * replies.
 */
export async function reloadOnce(): Promise<boolean> {
  const isReachable = await isServerReachable();
  const address = location.href;
  if (isReachable && sessionStorage.getItem(reloadedAddressKey) !== address) {
    sessionStorage.setItem(reloadedAddressKey, address);
    location.reload();
  }
  return isReachable;
}
