import { createHash } from "node:crypto";
import type { Carrier, PaymentType } from "@toibako/contract/billing.ts";
import { millisecondsPerSecond } from "#platform/durations.ts";
import type { OrderKey, OrderState } from "../providers/provider.ts";

/** Seconds after a call until a provider that doesn't know the order will not receive it any more. */
const arrivalSeconds = 120;
/** Seconds that somebody has for confirming a charge, or on a carrier's page. */
const attendedSeconds = 30 * 60;
/** Seconds after somebody came back within which the charge that they have confirmed is completed. */
export const completionSeconds = 10 * 60;
/** Seconds after which an order without a result is shown to staff. */
export const unknownSeconds = 10 * 60;

/** The carrier of a way to pay; null for cards. */
export function readCarrier(payment_type: PaymentType): Carrier | null {
  return payment_type === "credit_card" ? null : (payment_type.slice("carrier_".length) as Carrier);
}

/** Names an order for the provider. */
export const toOrderKey = (order: {
  order_id: string;
  reference: string;
  payment_type: PaymentType;
}): OrderKey => ({
  order_id: order.order_id,
  customer: order.reference,
  carrier: readCarrier(order.payment_type),
});

/** What decides about an order that has no result yet. */
export interface OpenOrder {
  period: number;
  created_at: Date;
  called_at: Date | null;
  /** Where somebody confirms the charge or begins the carrier's billing; null if nobody was asked to. */
  redirect_url: string | null;
  returned_at: Date | null;
  /** When the renewal was cancelled; from then on no charge is called again. */
  cancelled_at: Date | null;
}

/**
 * What follows from the provider's word: the order is done or refused, a pending charge is abandoned, a confirmed one is
 * completed, a renewal is called again under the same id, or it is too early to tell.
 */
export type Decision = "done" | "refuse" | "abandon" | "complete" | "repeat" | "wait";

/** Whether the call of an order that never arrived is made again: somebody attends the first one and can press again. */
const isCalledAgain = ({ period, cancelled_at }: OpenOrder) => period > 1 && cancelled_at === null;

export function decideOrder(
  order: OpenOrder,
  { state }: Pick<OrderState, "state">,
  now: Date,
): Decision {
  if (state === "charged" || state === "registered") return "done";
  if (state === "returned" || state === "ended") return "refuse";
  const giveUp = state === "pending" ? "abandon" : "refuse";
  const isOlder = (since: Date | null, seconds: number) =>
    now.getTime() - (since ?? order.created_at).getTime() >= seconds * millisecondsPerSecond;
  if (order.returned_at) {
    const isInTime = state === "pending" && !isOlder(order.returned_at, completionSeconds);
    return isInTime ? "complete" : giveUp;
  }
  if (order.redirect_url !== null) {
    const isInTime = state === "pending" && !isOlder(order.called_at, attendedSeconds);
    return isInTime ? "wait" : giveUp;
  }
  if (!isOlder(order.called_at, arrivalSeconds)) return "wait";
  return isCalledAgain(order) ? "repeat" : giveUp;
}

/** How often one request may be tried again after it was refused. */
export const maxTries = 10;

/** An order id for the n-th try of a request, from 0: 25 characters for the 128 bits of the request's id, and a digit. */
export function formatOrderId(request_id: string, n: number): string {
  const hex = Buffer.from(request_id, "base64url").toString("hex");
  return `${BigInt(`0x${hex}`).toString(36)}-${n}`;
}

/** Whether an order was made by a request with this hash. */
export const isSameRequest = (
  { request_hash }: { request_hash: Uint8Array | null },
  hash: Buffer,
) => request_hash !== null && hash.equals(request_hash);

/** Tells whether two requests with one idempotency key have the same content. */
export function hashRequest(content: object): Buffer {
  return createHash("sha256").update(JSON.stringify(content)).digest().subarray(0, 16);
}
