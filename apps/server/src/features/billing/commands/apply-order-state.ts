import type { paymentResults } from "@toibako/contract/billing/charges.ts";
import { statement } from "#platform/database/statement.ts";
import { millisecondsPerSecond } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";
import { completionSeconds, toOrderKey } from "../policy/orders.ts";
import { doubt } from "../providers/outcomes.ts";
import type { Payments } from "../providers/payments.ts";
import type { PaymentProvider } from "../providers/provider.ts";
import { solveUnknownOutcome } from "./differences.ts";
import { chargeCard } from "./pay.ts";
import {
  findOrder,
  isSettled,
  type OrderRow,
  settleAsked,
  settleDone,
  settleRefused,
  settleUnknown,
} from "./settle.ts";

export type PaymentResult = (typeof paymentResults)[number];

const markAsked = statement(
  "billing.markAsked",
  "update charges set asked_at = :now where order_id = :order_id",
);

const markReturned = statement(
  "billing.markReturned",
  `
  update charges set returned_at = :now
  where order_id = :order_id and redirect_url is not null and outcome in ('intended', 'unknown')
    and returned_at is null and abandoned_at is null`,
);

/** Notes that somebody has come back from confirming a charge, so that it is completed. */
export async function noteReturn({ db }: Services, order_id: string): Promise<void> {
  await markReturned(db, { order_id, now: new Date() });
}

const isElsewhere = ({ name }: PaymentProvider, { provider }: OrderRow) => provider !== name;

/** Nobody can tell about the orders of a provider that is not configured any more. */
const elsewhere = doubt("another provider");

/** Asks the provider that has the order. */
export const askAbout = async ({ provider }: Payments, order: OrderRow) =>
  isElsewhere(provider, order) ? elsewhere : provider.ask(toOrderKey(order));

/**
 * Asks the provider how an order stands, and writes what follows: charge, ledger, subscription, notice and receipt, in
 * one transaction. The return page, notifications, the janitor and reconciliation all end here; nothing else that they
 * bring is believed.
 */
export async function applyOrderState(
  services: Services,
  payments: Payments,
  order_id: string,
): Promise<PaymentResult> {
  const order = await findOrder(services.db, order_id);
  if (!order) return "not_done";
  const now = new Date();
  await markAsked(services.db, { order_id, now });
  const asked = await askAbout(payments, order);
  if (asked.outcome === "done") {
    const decision = await settleAsked(services, order_id, asked, now);
    if (decision === "complete") await completeCharge(services, payments, order);
    if (decision === "abandon") await abandonOrder(services, payments, order_id);
    if (decision === "repeat") await chargeCard(services, payments, order_id);
  } else if (!isSettled(order)) {
    await settleUnknown(services, order_id, asked.code);
  }
  return readResult(services, order_id);
}

// Nobody gives up an order while it is being completed.
const markAbandoned = statement(
  "billing.markAbandoned",
  `
  update charges set abandoned_at = :now
  where order_id = :order_id and outcome in ('intended', 'unknown')
    and (returned_at is null or returned_at < :before)
  returning order_id`,
);

/** Makes sure that an order that waits for its owner is never carried out any more, and notes it as refused. */
export async function abandonOrder(
  services: Services,
  { provider }: Payments,
  order_id: string,
): Promise<PaymentResult> {
  const order = await findOrder(services.db, order_id);
  if (!order) return "not_done";
  const now = new Date();
  const before = new Date(now.getTime() - completionSeconds * millisecondsPerSecond);
  const marked = await markAbandoned(services.db, { order_id, now, before });
  if (marked.length === 0) return readResult(services, order_id);
  const abandoned = isElsewhere(provider, order)
    ? elsewhere
    : await provider.abandonCharge(toOrderKey(order));
  if (abandoned.outcome !== "done") {
    await settleUnknown(services, order_id, abandoned.code);
  } else if (abandoned.state === "charged") {
    await settleAsked(services, order_id, abandoned, now);
  } else {
    await settleRefused(services, order_id, { reason: "broken_off", code: "abandoned" });
  }
  return readResult(services, order_id);
}

/** Completes a charge that the owner of the card has confirmed. */
async function completeCharge(services: Services, { provider }: Payments, order: OrderRow) {
  const { order_id } = order;
  const completed = await provider.completeCharge(toOrderKey(order));
  if (completed.outcome === "done") {
    const { processed_at } = completed;
    await settleDone(services, order_id, { amount: order.amount, processed_at });
  } else if (completed.outcome === "not_done" && completed.reason !== "unavailable") {
    await settleRefused(services, order_id, completed);
  } else {
    await settleUnknown(services, order_id, completed.code);
  }
}

async function readResult({ db }: Services, order_id: string): Promise<PaymentResult> {
  const order = await findOrder(db, order_id);
  if (order && isSettled(order)) await solveUnknownOutcome(db, order_id);
  return toResult(order);
}

export function toResult(order: Pick<OrderRow, "outcome"> | undefined): PaymentResult {
  if (!order || order.outcome === "not_done") return "not_done";
  return order.outcome === "done" ? "done" : "unknown";
}
