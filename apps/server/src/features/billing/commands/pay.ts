import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import type { Payments } from "../providers/payments.ts";
import type { ConfirmationNeeded, Outcome } from "../providers/provider.ts";
import { findOrder, type OrderRow, settleDone, settleRefused, settleUnknown } from "./settle.ts";

// A call begins only while its order has no result, and a renewal only while nobody has cancelled.
const claimOrder = statement(
  "billing.claimOrder",
  `
  update charges set called_at = :now from subscriptions
  where charges.order_id = :order_id and charges.outcome in ('intended', 'unknown') and charges.abandoned_at is null
    and subscriptions.pk = charges.subscription_pk
    and subscriptions.state in ('pending', 'active', 'past_due')
    and (charges.period = 1 or subscriptions.cancelled_at is null)
  returning charges.order_id`,
);

const selectCard = statement(
  "billing.selectCardOf",
  "select card_seq from billing_customers where reference = :reference and provider = :provider",
);

const storeRedirect = statement(
  "billing.storeRedirect",
  `
  update charges set redirect_url = :redirect_url
  where order_id = :order_id and outcome in ('intended', 'unknown')`,
);

/** Where the browser returns from strong authentication and from a carrier's page. */
export const formatReturnUrl = ({ config }: Pick<Services, "config">, order_id: string) =>
  `${config.public_url}/payment/returns/${order_id}`;

/**
 * Charges the card of an order's customer, and writes the result. Repeated, it makes no second charge, because all calls
 * have the same order id. No transaction is open meanwhile.
 */
export async function chargeCard(
  services: Services,
  { provider }: Payments,
  order_id: string,
): Promise<void> {
  const { db } = services;
  const order = await findOrder(db, order_id);
  if (order?.provider !== provider.name) return;
  const { reference } = order;
  const [customer] = await selectCard(db, { reference, provider: provider.name });
  const isClaimed = (await claimOrder(db, { order_id, now: new Date() })).length > 0;
  if (!isClaimed || customer?.card_seq == null) {
    // Cancelled meanwhile, or the card is gone. An order whose call may have arrived is only asked about.
    const isUncalled = order.outcome === "intended" && order.called_at === null;
    const reason = customer?.card_seq == null ? "card" : "broken_off";
    if (isUncalled) await settleRefused(services, order_id, { reason, code: "" });
    return;
  }
  const charged = await provider.charge({
    order_id,
    customer: order.reference,
    card_seq: customer.card_seq,
    amount: order.amount,
    ...(order.period === 1 && { return_url: formatReturnUrl(services, order_id) }),
  });
  await settleCharged(services, order, charged);
}

async function settleCharged(
  services: Services,
  { order_id, amount, period }: OrderRow,
  charged: Outcome<{ processed_at: Date }> | ConfirmationNeeded,
): Promise<void> {
  if (charged.outcome === "done") {
    await settleDone(services, order_id, { amount, processed_at: charged.processed_at });
  } else if (charged.outcome === "confirm") {
    // Nobody attends a renewal.
    if (period > 1) await settleRefused(services, order_id, { reason: "card", code: "confirm" });
    else await storeRedirect(services.db, { order_id, redirect_url: charged.redirect_url });
  } else if (charged.outcome === "unknown") {
    await settleUnknown(services, order_id, charged.code);
  } else if (period > 1 && ["unavailable", "invalid"].includes(charged.reason)) {
    // Not the card's fault, so it counts as no failure: the janitor repeats the call.
    await settleUnknown(services, order_id, charged.code);
  } else {
    await settleRefused(services, order_id, charged);
  }
}
