/**
 * Resolves after the query cache has notified components of a write. The cache notifies them in a timer.
 * A dialog that closes earlier would return the focus to a row that is about to be removed. A switch that
 * shows the cached value earlier would flicker.
 */
export const waitForCacheNotification = () =>
  new Promise<void>((resolve) => void setTimeout(resolve));
