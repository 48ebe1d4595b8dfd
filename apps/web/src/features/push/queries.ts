import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deletePushDevice,
  getPush,
  type PushDevice,
  type PushKind,
  putPushDevice,
  type QuietHours,
} from "@toibako/contract/push.ts";
import { useEffect, useState } from "react";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send } from "#lib/http/client.ts";

export const pushQuery = () => api.query(getPush);

/** Which push messages a device gets. */
export interface PushPreferences {
  kinds: PushKind[];
  quiet_hours: QuietHours | null;
}

/** Whether this browser can show push messages; `install_first`: on iOS, only installed apps can. */
export type PushSupport = "unknown" | "supported" | "install_first" | "blocked" | "unsupported";

export interface OwnBrowser {
  support: PushSupport;
  /** The hash of this browser's push endpoint, which identifies it in the list of devices. */
  fingerprint: string | undefined;
}

/** Whether this browser supports push messages, and its subscription. */
export function useOwnBrowser(): OwnBrowser {
  const [own, setOwn] = useState<OwnBrowser>({ support: "unknown", fingerprint: undefined });
  useEffect(() => {
    void readOwnBrowser().then(setOwn);
  }, []);
  return own;
}

async function readOwnBrowser(): Promise<OwnBrowser> {
  const support = findSupport();
  if (support !== "supported") return { support, fingerprint: undefined };
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return { support, fingerprint: undefined };
  return { support, fingerprint: await hashEndpoint(subscription.endpoint) };
}

function findSupport(): PushSupport {
  if (!("PushManager" in globalThis) || !navigator.serviceWorker) {
    return /iPhone|iPad/.test(navigator.userAgent) ? "install_first" : "unsupported";
  }
  return Notification.permission === "denied" ? "blocked" : "supported";
}

async function hashEndpoint(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return base64.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
}

/** Requests the permission, subscribes this browser and saves its preferences. */
async function subscribe(public_key: string, preferences: PushPreferences): Promise<PushDevice> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("not permitted");
  await navigator.serviceWorker.register("/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const earlier = await pushManager.getSubscription();
  const subscription =
    earlier ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key }));
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  const body = { endpoint, p256dh, auth, ...preferences };
  return (await send(putPushDevice, { body })).data.device;
}

/** Subscribes this browser, or changes its preferences. */
export function useSubscribe(public_key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (preferences: PushPreferences) => subscribe(public_key, preferences),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: pushQuery().queryKey });
      await waitForCacheNotification();
    },
  });
}

/** Ends the push messages of a device for this account. Other accounts of the same browser keep theirs. */
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
