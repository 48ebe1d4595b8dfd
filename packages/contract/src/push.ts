import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, PublicId } from "./shapes.ts";

/**
 * The kinds of push messages. `answer`: somebody answered a question that the account has sent. `message`: somebody wrote
 * in one of its talks.
 */
export const pushKinds = ["question", "answer", "message", "notice"] as const;
export type PushKind = (typeof pushKinds)[number];

/** Maximum number of devices of an account; adding another removes the one that was added first. */
export const maxPushDevices = 20;

const Hour = Type.Integer({ minimum: 0, maximum: 23 });

/**
 * From the full hour `from` until the full hour `until` in the account's time zone; may span
 * midnight.
 */
export const QuietHours = defineObject({ from: Hour, until: Hour });
export type QuietHours = Static<typeof QuietHours>;

const preferences = {
  kinds: Type.Array(Type.Enum([...pushKinds]), { maxItems: pushKinds.length, uniqueItems: true }),
  quiet_hours: Type.Union([QuietHours, Type.Null()]),
};

export const PushDevice = defineObject({
  id: PublicId,
  /** The browser and its system, such as "Firefox · Android". */
  name: Type.String(),
  /** A hash of the endpoint, by which a browser recognises its subscription. */
  fingerprint: Type.String(),
  /** Whether this is the browser of the caller. */
  is_own_browser: Type.Boolean(),
  /**
   * False if the subscription has expired or is for another key; its browser renews it at the next
   * visit.
   */
  is_reachable: Type.Boolean(),
  ...preferences,
});
export type PushDevice = Static<typeof PushDevice>;

/** The devices that get push messages for the account. A device whose session has ended gets none. */
export const getPush = defineEndpoint({
  name: "getPush",
  summary: "Devices with push messages",
  method: "GET",
  path: "/api/v2/me/push",
  caller: "user",
  response: {
    200: defineObject({
      /** The server's VAPID key, with which a browser subscribes. */
      public_key: Type.String(),
      devices: Type.Array(PushDevice),
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

const defineKey = (length: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$` });

/** What a browser gets from its push service. */
const subscription = {
  endpoint: Type.String({ maxLength: 1_000 }),
  /** The browser's public key and secret (RFC 8291). */
  p256dh: defineKey(87),
  auth: defineKey(22),
};

/**
 * Subscribes this browser, or changes its kinds and quiet hours. The endpoint must be an https
 * address of a known push service (Google, Mozilla, Microsoft, Apple) on port 443.
 */
export const putPushDevice = defineEndpoint({
  name: "putPushDevice",
  summary: "Get push messages on this device",
  method: "PUT",
  path: "/api/v2/me/push/devices",
  caller: "user",
  body: defineObject({ ...subscription, ...preferences }),
  response: { 200: defineObject({ device: PushDevice }) },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 120, seconds: 3600, on_store_error: "allow" }],
});

/**
 * Replaces the subscription of this browser, for all accounts that get push messages on it, by a
 * new one. Called by the service worker.
 */
export const renewPushDevices = defineEndpoint({
  name: "renewPushDevices",
  summary: "Replace the push subscription of this browser",
  method: "PUT",
  path: "/api/v2/me/push/renewal",
  caller: "user",
  serves_stale_tabs: true,
  body: defineObject(subscription),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "allow" }],
});

export const deletePushDevice = defineEndpoint({
  name: "deletePushDevice",
  summary: "Stop push messages on a device",
  method: "DELETE",
  path: "/api/v2/me/push/devices/:id",
  caller: "user",
  params: defineObject({ id: IdInput }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** The content of a push message. It never contains a text, a time or the name of another person. */
export interface PushContent {
  /** The handle of the recipient. */
  account: string;
  kind: PushKind;
  title: string;
  body: string;
  /** The path of the page that a press opens. */
  path: string;
}
