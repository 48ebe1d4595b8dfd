import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject, IdInput, PublicId } from "./shapes.ts";

/** What a push can be about. `answer`: somebody answered what the account asked. */
export const pushKinds = ["question", "answer", "notice"] as const;
export type PushKind = (typeof pushKinds)[number];

/** Maximum number of devices of an account; the one that was added first is dropped for another. */
export const maxPushDevices = 20;

const Hour = Type.Integer({ minimum: 0, maximum: 23 });

/** Full hours in the account's time zone, from the first until the second; they may span midnight. */
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
  /** A hash of the endpoint, by which a browser finds itself in the list. */
  fingerprint: Type.String(),
  ...preferences,
});
export type PushDevice = Static<typeof PushDevice>;

/** The devices that get pushes for the account; a device whose session has ended gets none. */
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
});

const Key = (length: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$` });

/**
 * Subscribes this browser, or changes what it gets. The endpoint must be an https address of a public host,
 * on the usual port.
 */
export const putPushDevice = defineEndpoint({
  name: "putPushDevice",
  summary: "Get push messages on this device",
  method: "PUT",
  path: "/api/v2/me/push/devices",
  caller: "user",
  body: defineObject({
    endpoint: Type.String({ maxLength: 1_000 }),
    /** The browser's public key and secret (RFC 8291). */
    p256dh: Key(87),
    auth: Key(22),
    ...preferences,
  }),
  response: { 200: defineObject({ device: PushDevice }) },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 120, seconds: 3600, on_store_error: "allow" }],
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
});

/** The content of a push; it never has a text or a name of somebody else, nor a time. */
export interface PushContent {
  /** The handle of the account that it is for. */
  account: string;
  kind: PushKind;
  title: string;
  body: string;
  /** The page that opens. */
  path: string;
}
