import { type Static, Type } from "typebox";
import { BillingDate, paymentTypes } from "../billing.ts";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { defineObject, Locale, PageQuery, Pager, Timestamp } from "../shapes.ts";

/** A charge, or what was given back of one. */
export const Charge = defineObject({
  order_id: Type.String(),
  kind: Type.Enum(["charge", "refund", "dispute", "dispute_won"]),
  /** Negative for what was given back, or taken back by the bank. */
  amount: Type.Integer(),
  payment_type: Type.Enum([...paymentTypes]),
  /** The days that it pays for. */
  starts_on: BillingDate,
  ends_on: BillingDate,
  charged_at: Timestamp,
  formatted_date_time: Type.String(),
});
export type Charge = Static<typeof Charge>;

/** The caller's charges, newest first; 20 a page. */
export const listCharges = defineEndpoint({
  name: "listCharges",
  summary: "Past charges of the caller",
  method: "GET",
  path: "/api/v2/me/payment/charges",
  caller: "user",
  query: defineObject({ page: PageQuery, locale: Type.Optional(Locale) }),
  response: { 200: defineObject({ charges: Type.Array(Charge), pager: Pager }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(60),
});

/** How a payment that was begun stands at the provider, which is asked anew. */
export const paymentResults = ["done", "not_done", "unknown"] as const;

/**
 * The result of one of the caller's orders. The page asks for it after a redirect or a lost reply. `not_done`: nothing was
 * charged.
 */
export const getPaymentResult = defineEndpoint({
  name: "getPaymentResult",
  summary: "The result of a payment of the caller",
  method: "GET",
  path: "/api/v2/me/payment/orders/:order_id",
  caller: "user",
  params: defineObject({ order_id: Type.String({ maxLength: 64 }) }),
  response: { 200: defineObject({ result: Type.Enum([...paymentResults]) }) },
  errors: ["sign_in_needed"],
  limits: limitCalls(60),
});
