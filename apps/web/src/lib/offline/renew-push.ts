import type { Output } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { getPush, renewPushDevices } from "@toibako/contract/push.ts";
import { fetchToken } from "./worker-calls.ts";

/** A message from a page to the service worker: checks the push subscription of this browser. */
export interface PushCheck {
  type: "check-push";
  locale: Locale;
}

/**
 * If the account gets push messages on this browser, checks that the browser's subscription is the one that the server
 * has, works, and is for the server's key. If not, sends the server a valid one. Runs in the service worker.
 */
export async function checkPush(pushManager: PushManager, locale: Locale): Promise<void> {
  const push = await fetchPush();
  const device = push?.devices.find(({ is_own_browser }) => is_own_browser);
  if (!push || !device) return;
  const current = await pushManager.getSubscription();
  const isValid = current !== null && isForKey(current, push.public_key);
  const isKnown = isValid && (await hashEndpoint(current.endpoint)) === device.fingerprint;
  if (isKnown && device.is_reachable) return;
  // A known endpoint that can't be reached has expired, although the browser still has it.
  await sendSubscription(
    await subscribe(pushManager, push.public_key, isValid && !isKnown),
    locale,
  );
}

/** Sends the server a new subscription after the browser has ended the former one. */
export async function renewPush(pushManager: PushManager, locale: Locale): Promise<void> {
  const push = await fetchPush();
  if (push) await sendSubscription(await subscribe(pushManager, push.public_key, true), locale);
}

/**
 * Returns the browser's subscription for a key. Makes a new one if there is none, if it is for another key, or unless
 * `mayReuse` is set.
 */
export async function subscribe(
  pushManager: PushManager,
  public_key: string,
  mayReuse: boolean,
): Promise<PushSubscription> {
  const earlier = await pushManager.getSubscription();
  if (earlier && mayReuse && isForKey(earlier, public_key)) return earlier;
  // A browser refuses a second subscription for another key.
  await earlier?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
}

/** What the server stores of a subscription. */
export function describeSubscription(subscription: PushSubscription) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  return { endpoint, p256dh, auth };
}

async function fetchPush(): Promise<Output<typeof getPush> | undefined> {
  const response = await fetch(getPush.path, { headers: { Accept: "application/json" } });
  return response.ok ? ((await response.json()) as Output<typeof getPush>) : undefined;
}

async function sendSubscription(subscription: PushSubscription, locale: Locale): Promise<void> {
  await fetch(renewPushDevices.path, {
    method: renewPushDevices.method,
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "X-CSRF-Token": await fetchToken(locale),
      "X-Locale": locale,
    },
    body: JSON.stringify(describeSubscription(subscription)),
  });
}

/** Whether a subscription is for this key; also true in browsers that don't reveal the key of a subscription. */
function isForKey({ options }: PushSubscription, public_key: string): boolean {
  const key = options.applicationServerKey;
  return key === null || toBase64Url(key) === public_key;
}

async function hashEndpoint(endpoint: string): Promise<string> {
  return toBase64Url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
}

function toBase64Url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
}
