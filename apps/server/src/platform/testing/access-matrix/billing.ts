import { type AccessRow, everyone, signedIn } from "./row.ts";

const subscribing = {
  token: "a-token",
  card_seq: null,
  target_key: "premium_monthly",
  payment_type: "credit_card",
  offer_version: "a-version",
};
const survey = [{ select: 1, other: "トーク" }, { select: 2, other: "料金" }, { select: 3 }];
const notFound: AccessRow["expected"] = [401, 401, 404, 404];
const refused: AccessRow["expected"] = [401, 401, 400, 400];

/** Calls of a site that sells nothing; the tests of billing call those of one that does. */
export const billingRows: Record<string, AccessRow> = {
  "GET /api/v2/payment/items": { expected: everyone },
  "GET /api/v2/payment/seller": { expected: everyone },
  "GET /api/v2/me/payment/offers/{}": {
    url: "/api/v2/me/payment/offers/credit_card",
    expected: notFound,
  },
  "GET /api/v2/me/payment/credit_card": { expected: signedIn },
  "PUT /api/v2/me/payment/credit_card": { body: { token: "a-token" }, expected: refused },
  "DELETE /api/v2/me/payment/credit_card": { body: { card_seq: 0 }, expected: refused },
  "GET /api/v2/me/payment/subscriptions": { expected: signedIn },
  "POST /api/v2/me/payment/subscriptions": { body: subscribing, expected: notFound },
  "PATCH /api/v2/me/payment/subscriptions": { body: { card_seq: null }, expected: notFound },
  "POST /api/v2/me/payment/subscriptions/cancel": { body: { survey }, expected: notFound },
  "POST /api/v2/me/payment/carrier_billing": {
    body: { carrier: "au", offer_version: "a-version" },
    expected: notFound,
  },
  "GET /api/v2/me/payment/charges": { expected: signedIn },
  "GET /api/v2/me/payment/orders/{}": {
    url: "/api/v2/me/payment/orders/an-order",
    expected: notFound,
  },
  "GET /payment/returns/{}": {
    url: "/payment/returns/an-order",
    expected: [303, 303, 303, 303],
  },
  "POST /payment/returns/{}": {
    url: "/payment/returns/an-order",
    expected: [303, 303, 303, 303],
  },
  "POST /payment/notifications/{}": {
    url: "/payment/notifications/gmo",
    body: {},
    expected: [404, 404, 404, 404],
  },
};
