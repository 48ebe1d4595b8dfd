import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deletePushDevice,
  getPush,
  type PushDevice,
  type PushKind,
  putPushDevice,
  type QuietHours,
} from "@toibako/contract/push.ts";
import { useBrowserValue } from "#lib/browser/browser-value.ts";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send } from "#lib/http/client.ts";
import { describeSubscription, subscribe as subscribeBrowser } from "#lib/offline/renew-push.ts";
import {
  getReadyWorker,
  getServiceWorkers,
  readNotificationPermission,
} from "#lib/offline/service-workers.ts";

export const pushQuery = () => api.query(getPush);

/** Which push messages a device gets, and when it gets none. */
export interface PushPreferences {
  kinds: PushKind[];
  quiet_hours: QuietHours | null;
}

/**
 * Whether this browser can show push messages; unknown before hydration. On iOS, the site must first be
 * installed (`install_first`).
 */
export type PushSupport = "unknown" | "supported" | "install_first" | "blocked" | "unsupported";

/** Whether this browser supports push messages, and whether the user has permitted them to this site. */
export function useOwnBrowser(): { support: PushSupport; isPermitted: boolean } {
  const support = useBrowserValue(findSupport, "unknown");
  return {
    support,
    isPermitted: support === "supported" && readNotificationPermission() === "granted",
  };
}

function findSupport(): PushSupport {
  const permission = readNotificationPermission();
  if (!("PushManager" in globalThis) || !getServiceWorkers() || permission === undefined) {
    return /iPhone|iPad/.test(navigator.userAgent) ? "install_first" : "unsupported";
  }
  return permission === "denied" ? "blocked" : "supported";
}

/**
 * Requests the permission, subscribes this browser and saves its preferences. If `mayReuse` is false, an
 * earlier subscription is replaced.
 */
async function subscribe(
  public_key: string,
  preferences: PushPreferences,
  { mayReuse }: { mayReuse: boolean },
): Promise<PushDevice> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("not permitted");
  await getServiceWorkers()?.register("/service-worker.js");
  const { pushManager } = await getReadyWorker();
  const subscription = await subscribeBrowser(pushManager, public_key, mayReuse);
  const body = { ...describeSubscription(subscription), ...preferences };
  return (await send(putPushDevice, { body })).data.device;
}

/** Subscribes this browser, or changes the preferences of its `device`. */
export function useSubscribe(public_key: string, device: PushDevice | undefined) {
  const client = useQueryClient();
  return useMutation({
    // The subscription of an unreachable device may have expired, although the browser still has it.
    mutationFn: (preferences: PushPreferences) =>
      subscribe(public_key, preferences, { mayReuse: device?.is_reachable ?? true }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: pushQuery().queryKey });
      await waitForCacheNotification();
    },
  });
}

/** Ends the push messages of a device for this account. Other accounts on the device still get theirs. */
export function useUnsubscribe() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(deletePushDevice, { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: pushQuery().queryKey });
      await waitForCacheNotification();
    },
  });
}
