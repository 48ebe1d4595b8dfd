/**
 * Resolves after the query cache has notified components of a change. The cache notifies them in a timer.
 * A dialog must close after this, or it returns the focus to a row that disappears. A switch must show the
 * cached value after this, or it flickers.
 */
export const waitForCacheNotification = () =>
  new Promise<void>((resolve) => void setTimeout(resolve));
