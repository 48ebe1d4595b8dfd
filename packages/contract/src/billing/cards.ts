import { type Static, Type } from "typebox";
import { CardToken } from "../billing.ts";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { defineObject, Locale } from "../shapes.ts";

/** A card at the provider. Numbers are never stored here; `card_no` is masked by the provider. */
export const Card = defineObject({
  card_seq: Type.Integer({ minimum: 0 }),
  /** The last digits, such as 111. */
  last_digits: Type.String(),
  /** The month of expiry, such as 2029-04. */
  expires: Type.String(),
});
export type Card = Static<typeof Card>;

/** Whether the caller has a card at the provider, and its last digits. */
export const getCreditCard = defineEndpoint({
  name: "getCreditCard",
  summary: "The caller's card at the payment provider",
  method: "GET",
  path: "/api/v2/me/payment/credit_card",
  caller: "user",
  query: defineObject({
    card_seq: Type.Optional(Type.String({ maxLength: 10 })),
    locale: Type.Optional(Locale),
  }),
  response: {
    200: defineObject({ is_present: Type.Boolean(), card: Type.Union([Card, Type.Null()]) }),
  },
  errors: ["sign_in_needed", "payment_unavailable"],
  limits: limitCalls(60),
});

/** Saves a card in place of the caller's, which is deleted afterwards; a subscription is then charged to it. */
export const putCreditCard = defineEndpoint({
  name: "putCreditCard",
  summary: "Save a card, or replace the saved one",
  method: "PUT",
  path: "/api/v2/me/payment/credit_card",
  caller: "user",
  body: defineObject({ token: CardToken }),
  response: { 200: defineObject({ card: Card }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "card_refused",
    "payment_unavailable",
    "key_reused",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});

/** Deletes the caller's card; refused while a subscription will be charged to it. */
export const deleteCreditCard = defineEndpoint({
  name: "deleteCreditCard",
  summary: "Delete the caller's card at the payment provider",
  method: "DELETE",
  path: "/api/v2/me/payment/credit_card",
  caller: "user",
  body: defineObject({ card_seq: Type.Integer({ minimum: 0 }) }),
  response: { 204: Type.Null() },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "not_found",
    "card_in_use",
    "payment_unavailable",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});
