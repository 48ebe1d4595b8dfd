/**
 * The browser's service workers. Undefined in browsers that have none, such as some private windows, and in
 * those that block them, where reading the property may throw.
 */
export function getServiceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** Returns the registration once its worker is active; rejects if the browser has no service workers. */
export async function getReadyWorker(): Promise<ServiceWorkerRegistration> {
  const serviceWorkers = getServiceWorkers();
  if (!serviceWorkers) throw new Error("the browser has no service workers");
  return serviceWorkers.ready;
}

/** Whether the reader permits notifications; undefined if the browser has none or blocks them. */
export function readNotificationPermission(): NotificationPermission | undefined {
  try {
    return Notification.permission;
  } catch {
    return undefined;
  }
}
