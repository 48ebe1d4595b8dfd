import { runEach } from "#platform/database/batches.ts";
import { statement } from "#platform/database/statement.ts";
import { millisecondsPerSecond } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";
import { unknownSeconds } from "../policy/orders.ts";
import type { Payments } from "../providers/payments.ts";
import { applyOrderState } from "./apply-order-state.ts";
import { endCarrierBilling } from "./cancel.ts";
import { reportDifference } from "./differences.ts";
import { collectErrors, runTogether } from "./run-together.ts";
import { findOrder, isSettled } from "./settle.ts";

/** How many orders are read together, and about how many the provider is asked at once. */
const batchSize = 500;
const concurrency = 20;
/** After this time a run leaves what is open to the next one. */
const runSeconds = 50;
/** Seconds that a request has for its own call before the janitor takes up its order. */
const ownSeconds = 30;

const selectOpen = statement(
  "billing.selectOpen",
  `
  select order_id from charges
  where outcome in ('intended', 'unknown') and coalesce(called_at, created_at) < :before
    and (asked_at is null or asked_at < :started_at)
  order by asked_at nulls first limit ${batchSize}`,
);

const selectEnding = statement(
  "billing.selectEnding",
  `
  select pk from subscriptions where is_end_pending and state <> 'pending' and pk > :pk
  order by pk limit ${batchSize}`,
);

const selectStuck = statement(
  "billing.selectStuck",
  `
  select order_id from charges
  where outcome in ('intended', 'unknown') and redirect_url is null and created_at < :before
    and not exists (
      select from billing_differences
      where billing_differences.order_id = charges.order_id and kind = 'unknown_outcome' and solved_at is null
    )
  limit ${batchSize}`,
);

const findMoment = (seconds: number) => new Date(Date.now() - seconds * millisecondsPerSecond);

/**
 * Asks the provider about every order without a result, and tells carriers again about subscriptions that were cancelled.
 * What has no result after ten minutes is shown to staff. A part that fails stops no other.
 */
export const settleOpenOrders = (services: Services, payments: Payments): Promise<void> =>
  runEach([
    () => askAboutOpen(services, payments),
    () => endBillings(services, payments),
    () => reportStuck(services),
  ]);

async function askAboutOpen(services: Services, payments: Payments): Promise<void> {
  const started_at = new Date();
  const errors = collectErrors();
  let open: { order_id: string }[];
  do {
    open = await selectOpen(services.db, { before: findMoment(ownSeconds), started_at });
    await errors.catch(
      runTogether(open, concurrency, async ({ order_id }) => {
        await applyOrderState(services, payments, order_id);
      }),
    );
  } while (open.length === batchSize && started_at > findMoment(runSeconds));
  errors.throwAll();
}

async function endBillings(services: Services, payments: Payments): Promise<void> {
  const started_at = new Date();
  const errors = collectErrors();
  let last: number | undefined = 0;
  while (last !== undefined && started_at > findMoment(runSeconds)) {
    const ending = await selectEnding(services.db, { pk: last });
    await errors.catch(
      runTogether(ending, concurrency, async ({ pk }) => {
        await endCarrierBilling(services, payments, pk);
      }),
    );
    last = ending.at(-1)?.pk;
  }
  errors.throwAll();
}

async function reportStuck({ db }: Services): Promise<void> {
  for (const { order_id } of await selectStuck(db, { before: findMoment(unknownSeconds) })) {
    const order = await findOrder(db, order_id);
    if (order && !isSettled(order)) await reportDifference(db, "unknown_outcome", order_id);
  }
}
