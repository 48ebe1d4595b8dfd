import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { sendPaymentNoticeJob, sendReceiptJob } from "../job-definitions.ts";
import { type Decision, decideOrder } from "../policy/orders.ts";
import { findPeriod, findRetry, findTokyoDay } from "../policy/periods.ts";
import type { OrderState, Refusal } from "../providers/provider.ts";
import { reportDifference } from "./differences.ts";

// Whoever changes an order or its subscription holds this lock, so that the four doors apply a result once.
const lockSubscription = statement(
  "billing.lockSubscription",
  `
  select pk from subscriptions
  where pk = (select subscription_pk from charges where order_id = :order_id) for update`,
);

const selectOrder = statement(
  "billing.selectOrder",
  `
  select charges.order_id, charges.provider, charges.period, charges.attempt, charges.amount, charges.outcome, charges.reason,
    charges.request_hash, charges.redirect_url, charges.created_at, charges.called_at, charges.returned_at,
    subscriptions.pk as subscription_pk, subscriptions.reference, subscriptions.payment_type, subscriptions.state,
    subscriptions.starts_on::text as "starts_on!", subscriptions.paid_periods, subscriptions.cancelled_at,
    subscriptions.failures, subscriptions.failed_on::text as failed_on, subscriptions.ends_on::text as "ends_on!",
    subscriptions.is_end_pending, contracts.locale
  from charges join subscriptions on subscriptions.pk = charges.subscription_pk
  left join contracts on contracts.order_id = charges.order_id
  where charges.order_id = :order_id`,
);
export type OrderRow = Row<"billing.selectOrder">;

/** Finds an order; undefined if there is none. */
export async function findOrder(db: Db, order_id: string): Promise<OrderRow | undefined> {
  return (await selectOrder(db, { order_id }))[0];
}

/** Runs `work` with an order whose subscription is locked; does nothing without such an order. */
function withLockedOrder<T>(
  db: Db,
  order_id: string,
  work: (db: Db, order: OrderRow) => Promise<T>,
): Promise<T | undefined> {
  return transaction(db, async (db) => {
    await lockSubscription(db, { order_id });
    const order = await findOrder(db, order_id);
    return order && work(db, order);
  });
}

export const isSettled = ({ outcome }: Pick<OrderRow, "outcome">) =>
  outcome === "done" || outcome === "not_done";

// Also finds another attempt at the same month, and another subscription of the same person.
const selectRivals = statement(
  "billing.selectRivals",
  `
  select exists (
    select from charges
    where subscription_pk = :subscription_pk and period = :period and outcome <> 'not_done'
      and order_id <> :order_id
  ) or exists (
    select from subscriptions
    where reference = :reference and state in ('pending', 'active', 'past_due') and pk <> :subscription_pk
  ) as "has_rival!"`,
);

const markDone = statement(
  "billing.markDone",
  `
  update charges set outcome = 'done', reason = null, code = null, redirect_url = null, settled_at = :now
  where order_id = :order_id`,
);

const insertCharge = statement(
  "billing.insertLedgerCharge",
  `
  insert into ledger (reference, order_id, kind, amount, processed_at)
  values (:reference, :order_id, 'charge', :amount, :processed_at)
  on conflict (order_id) where kind = 'charge' do nothing returning order_id`,
);

// A cancelled subscription has no next charge, also if a charge that was under way is done.
const startPeriod = statement(
  "billing.startPeriod",
  `
  with renewed as (
    update subscriptions set state = 'active', paid_periods = :period, failures = 0, failed_on = null,
      expired_in = :expired_in::text::date, ends_on = :ends_on::text::date,
      charge_on = case when cancelled_at is null then :ends_on::text::date end,
      amount = case when next_amount_on <= :expired_in::text::date then next_amount else amount end,
      next_amount = case when next_amount_on > :expired_in::text::date then next_amount end,
      next_amount_on = case when next_amount_on > :expired_in::text::date then next_amount_on end
    where pk = :subscription_pk returning :order_id::text as order_id
  ), enqueued_notice as (
    ${enqueueSql([sendPaymentNoticeJob], "renewed", { detail: "'payment_receipt'" })}
  ), enqueued_receipt as (
    ${enqueueSql([sendReceiptJob], "renewed")}
  )
  select order_id from renewed`,
);

const askForEnd = statement(
  "billing.askForEnd",
  "update subscriptions set is_end_pending = true where pk = :subscription_pk",
);

/** Has the janitor tell a carrier that a subscription has ended. */
export async function askForCarrierEnd(db: Db, subscription_pk: number): Promise<void> {
  await askForEnd(db, { subscription_pk });
}

/** What the provider has carried out. */
export interface Processed {
  amount: number;
  processed_at: Date;
}

/** Books a charge and begins the month that it pays for. */
export function settleDone(
  { db }: Pick<Services, "db">,
  order_id: string,
  processed: Processed,
): Promise<boolean | undefined> {
  return withLockedOrder(db, order_id, (db, order) => applyDone(db, order, processed));
}

async function applyDone(db: Db, order: OrderRow, processed: Processed): Promise<boolean> {
  if (order.outcome === "done") return true;
  const { order_id, reference, subscription_pk, period, amount } = order;
  const isGivenUp = order.outcome === "not_done";
  const booked = await insertCharge(db, { order_id, reference, ...processed });
  // A late charge is reported once; later the provider's amount lacks what was given back of it.
  if (isGivenUp && booked.length === 0) return false;
  if (processed.amount !== amount) {
    const amounts = { own_amount: amount, provider_amount: processed.amount };
    await reportDifference(db, "amount_differs", order_id, amounts);
  }
  const [rivals] = await selectRivals(db, { order_id, reference, subscription_pk, period });
  const isNext = period === order.paid_periods + 1;
  // Also a renewal of a subscription that has ended meanwhile, if its owner has subscribed again.
  if (rivals?.has_rival || (isGivenUp && !isNext)) {
    await reportDifference(db, "late_charge", order_id, { provider_amount: processed.amount });
    if (!isGivenUp) await markRefused(db, order_id, { reason: "broken_off", code: "late" });
    // A carrier would go on billing what was given up.
    if (order.payment_type !== "credit_card") await askForCarrierEnd(db, subscription_pk);
    return false;
  }
  await markDone(db, { order_id, now: new Date() });
  await startPeriod(db, {
    order_id,
    subscription_pk,
    period,
    ...findPeriod(order.starts_on, period),
  });
  return true;
}

const markNotDone = statement(
  "billing.markNotDone",
  `
  update charges set outcome = 'not_done', reason = :reason, code = :code, redirect_url = null, settled_at = :now
  where order_id = :order_id`,
);

const failSubscription = statement(
  "billing.failSubscription",
  "update subscriptions set state = 'failed' where pk = :subscription_pk and state = 'pending'",
);

const countFailure = statement(
  "billing.countFailure",
  `
  with failed as (
    update subscriptions set failures = :failures, failed_on = :failed_on::text::date, state = :state,
      charge_on = :charge_on?::text::date
    where pk = :subscription_pk and cancelled_at is null and state in ('active', 'past_due')
    returning :order_id::text as order_id, :detail::text as detail
  ), enqueued_notice as (
    ${enqueueSql([sendPaymentNoticeJob], "failed")}
  )
  select order_id from failed`,
);

type RefusedCall = { reason: Refusal; code: string };

/** Notes that an order was not carried out. The first one ends its subscription; a renewal is tried again on later days. */
export function settleRefused(
  { db }: Pick<Services, "db">,
  order_id: string,
  refusal: RefusedCall,
): Promise<void> {
  return withLockedOrder(db, order_id, (db, order) => applyRefused(db, order, refusal));
}

async function applyRefused(db: Db, order: OrderRow, refusal: RefusedCall): Promise<void> {
  if (isSettled(order)) return;
  const { order_id, subscription_pk, period } = order;
  await markRefused(db, order_id, refusal);
  if (period === 1) {
    await failSubscription(db, { subscription_pk });
    return;
  }
  const { charge_on, ...failure } = findRetry(order, findTokyoDay());
  await countFailure(db, {
    order_id,
    subscription_pk,
    ...failure,
    state: charge_on === null ? "ended" : "past_due",
    charge_on,
    detail: charge_on === null ? "payment_ended" : "payment_failed",
  });
}

async function markRefused(db: Db, order_id: string, refusal: RefusedCall): Promise<void> {
  await markNotDone(db, { order_id, ...refusal, now: new Date() });
}

const markUnknown = statement(
  "billing.markUnknown",
  `
  update charges set outcome = 'unknown', code = :code
  where order_id = :order_id and outcome in ('intended', 'unknown')`,
);

/** Notes that nobody knows yet whether an order was carried out. */
export async function settleUnknown({ db }: Pick<Services, "db">, order_id: string, code: string) {
  await markUnknown(db, { order_id, code });
}

/** Applies what the provider has just said about an order; returns what the caller does next. */
export async function settleAsked(
  { db }: Pick<Services, "db">,
  order_id: string,
  state: OrderState,
  now: Date,
): Promise<Decision> {
  const decided = await withLockedOrder(db, order_id, async (db, order) => {
    const decision = decideOrder(order, state, now);
    // A charge that was given up may have arrived after all.
    if (isSettled(order) && decision !== "done") return "done";
    if (decision === "done") {
      // A carrier tells the yen of a month, and what it has billed only in its file.
      const amount = state.state === "registered" ? order.amount : state.amount;
      await applyDone(db, order, { amount, processed_at: state.processed_at ?? now });
    }
    if (decision === "refuse") {
      await applyRefused(db, order, { reason: "broken_off", code: state.state });
    }
    return decision;
  });
  return decided ?? "done";
}
