import type { Output } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { getPush, renewPushDevices } from "@toibako/contract/push.ts";
import { fetchCsrfToken } from "./worker-calls.ts";

/** A message by which a page asks the service worker to check the push subscription of this browser. */
export interface PushCheck {
  type: "check-push";
  locale: Locale;
}

/**
 * If the account gets push messages on this browser, checks the browser's subscription: the server must know it and
 * reach it, and it must be for the server's key. If not, sends the server a valid one. Runs in the service worker.
 */
export async function checkPush(pushManager: PushManager, locale: Locale): Promise<void> {
  const push = await fetchPush();
  const device = push?.devices.find(({ is_own_browser }) => is_own_browser);
  if (!push || !device) return;
  const current = await pushManager.getSubscription();
  const isValid = current !== null && isForKey(current, push.public_key);
  const isKnown = isValid && (await hashEndpoint(current.endpoint)) === device.fingerprint;
  if (isKnown && device.is_reachable) return;
  // A known subscription that the server can't reach has expired, although the browser still has it.
  const mayReuse = isValid && !isKnown;
  await sendSubscription(await subscribe(pushManager, push.public_key, mayReuse), locale);
}

/** Sends the server a new subscription after the browser has ended the former one. */
export async function renewPush(pushManager: PushManager, locale: Locale): Promise<void> {
  const push = await fetchPush();
  if (!push) return;
  const mayReuse = true;
  await sendSubscription(await subscribe(pushManager, push.public_key, mayReuse), locale);
}

/**
 * Returns the browser's subscription for a key. Creates a new one if there is none, if the existing one is for another
 * key, or if `mayReuse` is false.
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

/** Returns the fields of a subscription that the server stores. */
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
      "X-CSRF-Token": await fetchCsrfToken(locale),
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
