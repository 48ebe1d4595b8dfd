/**
 * Resolves after the query cache has notified components of a write, which it does in a timer. A
 * dialog that closes earlier would return the focus to a row that is about to be removed, and a
 * switch that stops showing the choice earlier would flicker.
 */
export const waitForCacheNotification = () =>
  new Promise<void>((resolve) => void setTimeout(resolve));
