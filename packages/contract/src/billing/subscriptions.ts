import { type Static, Type } from "typebox";
import { BillingDate, CardToken, carriers, LocaleQuery, paymentTypes, Yen } from "../billing.ts";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { defineObject, Timestamp } from "../shapes.ts";

/** A subscription that is usable; `cancelled_at` null means that it renews. */
export const Subscription = defineObject({
  cancelled_at: Type.Union([Timestamp, Type.Null()]),
  /** The day of the last paid month's charge. Use ends on `ends_on`, one calendar month later. */
  expired_in: BillingDate,
  /** The last day of use, if it is not renewed; reckoned from the first day of the subscription. */
  ends_on: BillingDate,
  payment_type: Type.Enum([...paymentTypes]),
  card_seq: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** The next charge; null for a cancelled subscription. */
  next_charge: Type.Union([defineObject({ on: BillingDate, amount: Yen }), Type.Null()]),
  /** Whether the last charge failed and is tried again. */
  is_past_due: Type.Boolean(),
});
export type Subscription = Static<typeof Subscription>;

/** The caller's subscription; null if there is none that is usable. */
export const getSubscription = defineEndpoint({
  name: "getSubscription",
  summary: "The caller's subscription",
  method: "GET",
  path: "/api/v2/me/payment/subscriptions",
  caller: "user",
  query: LocaleQuery,
  response: {
    200: defineObject({
      subscription: Type.Union([Subscription, Type.Null()]),
      /**
       * The order of a payment whose result is not known yet; null if there is none. One that waits for its owner, on a
       * page of the bank or of a carrier, doesn't count: they may have turned back, and another attempt gives it up.
       */
      pending_order_id: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/**
 * Subscribes by card: a new card sends `token` with `card_seq` null, a kept one `card_seq` with `token` null. The reply is
 * 201 if the charge is done. It is 202 if the owner of the card must confirm it at `redirect_url`, or, with
 * `redirect_url` null, if the provider's answer was lost: then the provider is asked, and the charge is never repeated
 * under another order.
 */
export const subscribe = defineEndpoint({
  name: "subscribe",
  summary: "Subscribe by card",
  method: "POST",
  path: "/api/v2/me/payment/subscriptions",
  caller: "user",
  body: defineObject({
    token: Type.Union([CardToken, Type.Null()]),
    card_seq: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    target_key: Type.String({ maxLength: 64 }),
    payment_type: Type.Literal("credit_card"),
    /** The version of the offer that the caller has read. */
    offer_version: Type.String({ maxLength: 64 }),
  }),
  response: {
    201: defineObject({ subscription: Subscription }),
    202: defineObject({
      order_id: Type.String(),
      redirect_url: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  errors: [
    "sign_in_needed",
    "birth_date_needed",
    "too_young",
    "invalid_fields",
    "not_found",
    "card_refused",
    "already_subscribed",
    "offer_changed",
    "payment_unavailable",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});

/** Begins a subscription by carrier; the browser then posts `access_id` and `token` to `start_url`. */
export const startCarrierBilling = defineEndpoint({
  name: "startCarrierBilling",
  summary: "Begin a subscription that a telephone's carrier bills",
  method: "POST",
  path: "/api/v2/me/payment/carrier_billing",
  caller: "user",
  body: defineObject({
    carrier: Type.Enum([...carriers]),
    /** The version of the offer that the caller has read. */
    offer_version: Type.String({ maxLength: 64 }),
  }),
  response: {
    200: defineObject({
      start_url: Type.String(),
      access_id: Type.String(),
      token: Type.String(),
    }),
  },
  errors: [
    "sign_in_needed",
    "birth_date_needed",
    "too_young",
    "invalid_fields",
    "not_found",
    "already_subscribed",
    "offer_changed",
    "payment_unavailable",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});
