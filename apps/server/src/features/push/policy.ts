import { createECDH, hash } from "node:crypto";
import { type PushKind, pushKinds, type QuietHours } from "@toibako/contract/push.ts";
import type { Config } from "#platform/config.ts";
import type { Secrets } from "#platform/identity/secrets.ts";

/** A browser's subscription at its push service. */
export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A browser's subscription with its preferences. It is stored sealed. */
export interface Subscription extends BrowserSubscription {
  /** The public VAPID key for which the subscription was created; missing in records of earlier releases. */
  public_key?: string;
  /**
   * Whether the push service has rejected the subscription as expired. The record is kept for its
   * preferences.
   */
  is_gone?: boolean;
  name: string;
  kinds: PushKind[];
  quiet_hours: QuietHours | null;
}

/** Every subscription is padded to this length before it is sealed. */
const paddedSubscriptionBytes = 2_048;

/** Seals a subscription, bound to the id of its row. */
export function sealSubscription(secrets: Secrets, id: string, subscription: Subscription): Buffer {
  return secrets.seal(JSON.stringify(subscription), `push ${id}`, paddedSubscriptionBytes);
}

export function unsealSubscription(
  secrets: Secrets,
  { id, sealed }: { id: string; sealed: Uint8Array },
): Subscription | undefined {
  const text = secrets.unseal(sealed, `push ${id}`);
  return text === undefined ? undefined : (JSON.parse(text) as Subscription);
}

/** Hashes an endpoint, so that a browser can find its own device in the list. */
export function hashEndpoint(endpoint: string): string {
  return hash("sha256", endpoint, "base64url");
}

/** The recipient in a job is padded to this length before it is sealed. */
const paddedRecipientBytes = 64;

/**
 * Seals the recipient and the kind of a push for its job. They must not be readable there, because the recipient of
 * a push about an answer is the sender of the question, and that of a message may have started the talk anonymously.
 */
export function sealRecipient(secrets: Secrets, user_pk: number, kind: PushKind): string {
  return secrets.seal(`${user_pk} ${kind}`, "push", paddedRecipientBytes).toString("base64url");
}

export function unsealRecipient(secrets: Secrets, sealed: string) {
  const text = secrets.unseal(Buffer.from(sealed, "base64url"), "push") ?? "";
  const [user_pk = "", name] = text.split(" ");
  const kind = pushKinds.find((pushKind) => pushKind === name);
  return kind && { user_pk: Number(user_pk), kind };
}

/** Whether `now` is in the quiet hours of this time zone. If both hours are equal, the whole day is quiet. */
export function isInQuietHours(quiet: QuietHours | null, time_zone: string, now: Date): boolean {
  if (!quiet) return false;
  const format = new Intl.DateTimeFormat("en", {
    hour: "2-digit",
    hourCycle: "h23",
    timeZone: time_zone,
  });
  const hour = Number(format.format(now));
  const { from, until } = quiet;
  return from < until ? from <= hour && hour < until : hour >= from || hour < until;
}

/** The push services of Chrome, Edge, Firefox and Safari, and of the browsers that are built on them. */
const pushHosts =
  /^((fcm|android)\.googleapis\.com|(.+\.)?(push\.services\.mozilla|notify\.windows|push\.apple)\.com)$/;

/**
 * ASCII without spaces, control characters, quotation marks and backslashes. Other characters need several
 * bytes each in JSON, for which sealed subscriptions have no room.
 */
const endpointFormat = /^[!#-[\]-~]+$/;

/** Whether an endpoint belongs to a known push service. Unknown hosts could delay or record pushes. */
export function isPushEndpoint(endpoint: string, stand_in: Config["push_stand_in"]): boolean {
  if (!endpointFormat.test(endpoint)) return false;
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (protocol !== "https:" || username !== "" || password !== "") return false;
  return origin === stand_in?.origin || (port === "" && pushHosts.test(hostname));
}

/** Whether a text is a public key on the curve P-256, with which contents can be encrypted. */
export function isPublicKey(p256dh: string): boolean {
  try {
    const curve = createECDH("prime256v1");
    curve.generateKeys();
    curve.computeSecret(p256dh, "base64url");
    return true;
  } catch {
    return false;
  }
}

/** Whether the push service accepts pushes for a subscription, as far as the server knows. */
export const isReachable = (subscription: Subscription, public_key: string): boolean =>
  subscription.is_gone !== true && (subscription.public_key ?? public_key) === public_key;

export interface VapidKeys {
  public_key: string;
  private_key: string;
}

/** Returns the key pair of the configured VAPID key, or else of a key that is derived from `SECRET_KEY`. */
export function deriveVapidKeys({ vapid_private_key }: Config, secrets: Secrets): VapidKeys {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(
    vapid_private_key ? Buffer.from(vapid_private_key, "base64url") : secrets.deriveVapidKey(),
  );
  // Node returns the private key without leading zeros; libraries expect 32 bytes.
  const private_key = Buffer.alloc(32);
  const bytes = curve.getPrivateKey();
  bytes.copy(private_key, 32 - bytes.length);
  return {
    public_key: curve.getPublicKey().toString("base64url"),
    private_key: private_key.toString("base64url"),
  };
}
