import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Asks the provider about an order, after a notification. */
export const askOrderJob = defineJob("ask_order", { order_id: Type.String() });

/** Mails a subscriber that the price changes, and sends the notice about it. */
export const sendPriceChangeJob = defineJob(
  "send_price_change",
  { subscription_pk: Type.Integer() },
  { retries: { limit: 8, first_seconds: 15 } },
);

/** What a notice about a payment says. */
const paymentNoticeDetails = ["payment_receipt", "payment_failed", "payment_ended"] as const;

/** Sends the notice about a charge. */
export const sendPaymentNoticeJob = defineJob("send_payment_notice", {
  order_id: Type.String(),
  detail: Type.Enum([...paymentNoticeDetails]),
});

/** Mails the receipt of a charge; the last retry is after an hour, as with other mails. */
export const sendReceiptJob = defineJob(
  "send_receipt",
  { order_id: Type.String() },
  { retries: { limit: 8, first_seconds: 15 } },
);

/** Deletes a card that was replaced. */
export const forgetCardJob = defineJob(
  "forget_card",
  { reference: Type.String(), card_seq: Type.Integer() },
  { retries: { limit: 12, first_seconds: 30 } },
);

/** Tells a carrier that a subscription was cancelled; the janitor repeats it until the carrier has heard it. */
export const endCarrierBillingJob = defineJob("end_carrier_billing", {
  subscription_pk: Type.Integer(),
});
