import { statement } from "#platform/database/statement.ts";
import { millisecondsPerSecond } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";
import { unknownSeconds } from "../policy/orders.ts";
import type { Payments } from "../providers/payments.ts";
import { applyOrderState } from "./apply-order-state.ts";
import { endCarrierBilling } from "./cancel.ts";
import { reportDifference } from "./differences.ts";
import { runTogether } from "./run-together.ts";
import { findOrder, isSettled } from "./settle.ts";

/** How many orders one run asks about, and how many at once. */
const batchSize = 500;
const concurrency = 10;
/** Seconds that a request has for its own call before the janitor takes up its order. */
const ownSeconds = 30;

const selectOpen = statement(
  "billing.selectOpen",
  `
  select order_id from charges
  where outcome in ('intended', 'unknown') and coalesce(called_at, created_at) < :before
  order by asked_at nulls first limit ${batchSize}`,
);

const selectEnding = statement(
  "billing.selectEnding",
  "select pk from subscriptions where is_end_pending and state <> 'pending' order by pk limit 500",
);

const selectStuck = statement(
  "billing.selectStuck",
  `
  select order_id from charges
  where outcome in ('intended', 'unknown') and redirect_url is null and created_at < :before
  limit ${batchSize}`,
);

/**
 * Asks the provider about every order without a result, and tells carriers again about subscriptions that were cancelled.
 * What has no result after ten minutes is shown to staff.
 */
export async function settleOpenOrders(services: Services, payments: Payments): Promise<void> {
  const { db } = services;
  const now = Date.now();
  const findMoment = (seconds: number) => new Date(now - seconds * millisecondsPerSecond);
  const open = await selectOpen(db, { before: findMoment(ownSeconds) });
  await runTogether(open, concurrency, async ({ order_id }) => {
    await applyOrderState(services, payments, order_id);
  });
  const ending = await selectEnding(db, {});
  await runTogether(ending, concurrency, async ({ pk }) => {
    await endCarrierBilling(services, payments, pk);
  });
  for (const { order_id } of await selectStuck(db, { before: findMoment(unknownSeconds) })) {
    const order = await findOrder(db, order_id);
    if (order && !isSettled(order)) await reportDifference(db, "unknown_outcome", order_id);
  }
}
