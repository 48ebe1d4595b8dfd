import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, EmptyObject } from "./shapes.ts";

/** Days in which a left account can be restored; then a job destroys it. */
export const restorableDays = 30;

/** Minutes in which a browser that has signed in to a left account may restore it. */
export const restoreMinutes = 15;

/** Hides the account from everybody and ends all of its sessions. Requires an identity confirmation. */
export const leaveAccount = defineEndpoint({
  name: "leaveAccount",
  summary: "Leave the account, which can be restored within 30 days",
  method: "PUT",
  path: "/api/v2/me/leave",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "confirmation_needed", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 10, seconds: 3600, on_store_error: "allow" }],
});

export const DestructionTerms = defineObject({
  /** Whether the password must be given. */
  has_password: Type.Boolean(),
  received_count: Type.Integer({ minimum: 0 }),
  answers_count: Type.Integer({ minimum: 0 }),
});
export type DestructionTerms = Static<typeof DestructionTerms>;

/** What the account must provide to be destroyed, and how much is deleted. */
export const getDestructionTerms = defineEndpoint({
  name: "getDestructionTerms",
  summary: "What destroying the account requires and deletes",
  method: "GET",
  path: "/api/v2/me/destruction",
  caller: "user",
  response: { 200: defineObject({ terms: DestructionTerms }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(60),
});

/**
 * Destroys the account: it is hidden and its sessions end before the reply, and a job deletes the rest.
 * Requires the handle and the password. An account without a password, or with a second factor, needs an
 * identity confirmation.
 */
export const destroyAccount = defineEndpoint({
  name: "destroyAccount",
  summary: "Destroy the account and what it contains",
  method: "DELETE",
  path: "/api/v2/me",
  caller: "user",
  body: defineObject({
    account: Type.String({ maxLength: 100 }),
    password: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  response: { 204: Type.Null() },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "confirmation_needed",
    // A carrier must be told first, or a payment has no result yet.
    "payment_unavailable",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 10, seconds: 900, on_store_error: "refuse" }],
});

export const LeftAccount = defineObject({
  account: Type.String(),
  displaying_name: Type.String(),
  icon_url: Type.String(),
  /** The last day on which it can be restored, formatted for the reader. */
  last_day: Type.String(),
});
export type LeftAccount = Static<typeof LeftAccount>;

/**
 * The left account to which this browser has just signed in (200), read from the browser's sealed cookie;
 * 202 without such a cookie.
 */
export const getLeftAccount = defineEndpoint({
  name: "getLeftAccount",
  summary: "The left account that this browser may restore, or 202",
  method: "GET",
  path: "/api/v2/left_account",
  caller: "anyone",
  response: { 200: defineObject({ left_account: LeftAccount }), 202: EmptyObject },
  errors: [],
  limits: limitCalls(60),
});

/** Restores the account that `getLeftAccount` returns, and signs it in on this browser. */
export const restoreLeftAccount = defineEndpoint({
  name: "restoreLeftAccount",
  summary: "Restore the left account",
  method: "PUT",
  path: "/api/v2/left_account",
  caller: "anyone",
  response: { 204: Type.Null() },
  errors: ["not_found", "accounts_full", "wrong_credentials", "bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 30, seconds: 900, on_store_error: "refuse" }],
});
