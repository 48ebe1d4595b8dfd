import { Type } from "typebox";
import { defineEndpoint, type Limit } from "../endpoint.ts";
import { defineObject } from "../shapes.ts";

const OrderPath = defineObject({ order_id: Type.String({ maxLength: 64 }) });

/** Each call may ask the provider. */
const returnLimits: Limit[] = [
  { key: "address", max: 60, seconds: 60, on_store_error: "allow" },
  { key: "everyone", max: 3_000, seconds: 60, on_store_error: "allow" },
];

const returnReply = { 303: Type.Null() };

/**
 * The bank's and the carrier's page send the browser here by a form. It is cross-site, so it comes without the session; it
 * may also come twice, or never. Nothing in it is believed: the provider is asked for the result.
 */
export const postPaymentReturn = defineEndpoint({
  name: "postPaymentReturn",
  summary: "Return from a page of the payment provider",
  method: "POST",
  path: "/payment/returns/:order_id",
  caller: "anyone",
  params: OrderPath,
  response: returnReply,
  errors: [],
  limits: returnLimits,
  is_one_click: true,
  is_navigation: true,
  serves_stale_tabs: true,
});

export const getPaymentReturn = defineEndpoint({
  name: "getPaymentReturn",
  summary: "Return from a page of the payment provider",
  method: "GET",
  path: "/payment/returns/:order_id",
  caller: "anyone",
  params: OrderPath,
  response: returnReply,
  errors: [],
  limits: returnLimits,
  has_effect: true,
  is_navigation: true,
  serves_stale_tabs: true,
  counts_as: "postPaymentReturn",
});

/**
 * A notification of the payment provider that an order has changed. It says only which order to ask about; a forged one
 * changes nothing. The reply is what the provider expects.
 */
export const postPaymentNotification = defineEndpoint({
  name: "postPaymentNotification",
  summary: "Notification of the payment provider",
  method: "POST",
  path: "/payment/notifications/:provider",
  caller: "anyone",
  params: defineObject({ provider: Type.String({ maxLength: 16 }) }),
  response: { 200: Type.String() },
  errors: ["forbidden"],
  limits: [{ key: "everyone", max: 12_000, seconds: 60, on_store_error: "allow" }],
  unsigned_body: { max_bytes: 65_536 },
  serves_stale_tabs: true,
});
