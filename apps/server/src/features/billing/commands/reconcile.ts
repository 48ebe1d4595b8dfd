import { runEach } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";
import type { DifferenceKind } from "../policy/differences.ts";
import { findTokyoDay } from "../policy/periods.ts";
import type { Payments } from "../providers/payments.ts";
import type { OrderState } from "../providers/provider.ts";
import { askAbout } from "./apply-order-state.ts";
import { readCarrierMonths, reportStillBilled } from "./carrier-months.ts";
import { reportDifference } from "./differences.ts";
import { type Booked, bookDisputeWon, bookGivenBack, findBooked, lockBooked } from "./refund.ts";
import { collectErrors, runTogether } from "./run-together.ts";
import { findOrder, type OrderRow, settleAsked } from "./settle.ts";

/** Days in which a charge is compared with the provider's book every night. */
const comparedDays = 40;
/** Days in which a carrier is still asked about a subscription that has ended. */
const endedDays = 60;
const concurrency = 20;
const batchSize = 500;

// In the order of an index, so that a batch reads only its own rows, however old the books are. The first condition tells
// the planner how few they are.
const selectCompared = statement(
  "billing.selectCompared",
  `
  select charges.pk, charges.settled_at::text as "settled_at!", charges.order_id
  from charges join subscriptions on subscriptions.pk = charges.subscription_pk
  where charges.settled_at > now() - interval '${comparedDays} days'
    and (charges.settled_at, charges.pk) > (:settled_at::text::timestamptz, :pk::bigint)
    and (charges.called_at is not null or charges.outcome = 'done')
    and (subscriptions.payment_type = 'credit_card' or charges.period = 1)
  order by charges.settled_at, charges.pk limit ${batchSize}`,
);

// The carrier is asked about a subscription by its first order, however old that is.
const selectRegistered = statement(
  "billing.selectRegistered",
  `
  select subscriptions.pk, first.order_id
  from subscriptions
  join charges first on first.subscription_pk = subscriptions.pk and first.period = 1 and first.outcome = 'done'
  where subscriptions.pk > :pk and subscriptions.payment_type <> 'credit_card'
    and (subscriptions.state in ('active', 'past_due') or subscriptions.ends_on > current_date - ${endedDays})
    and first.settled_at <= now() - interval '${comparedDays} days'
  order by subscriptions.pk limit ${batchSize}`,
);

const cancelEnded = statement(
  "billing.cancelEnded",
  `
  update subscriptions set cancelled_at = :now, charge_on = null
  where pk = :subscription_pk and cancelled_at is null and state in ('active', 'past_due') returning pk`,
);

/** Compares the ledger with the provider's book: by charge for cards, and by file for carriers. */
export async function reconcile(services: Services, payments: Payments): Promise<void> {
  const oldest = new Date(Date.now() - comparedDays * millisecondsPerDay);
  await runEach([
    () =>
      compareEach(services, payments, (last?: Row<"billing.selectCompared">) =>
        selectCompared(services.db, last ?? { settled_at: oldest.toISOString(), pk: 0 }),
      ),
    () =>
      compareEach(services, payments, (last?: Row<"billing.selectRegistered">) =>
        selectRegistered(services.db, { pk: last?.pk ?? 0 }),
      ),
    () => readCarrierMonths(services, payments),
    () => checkBooks(services.db),
  ]);
}

/** Compares all orders, a batch at a time: those that `select` finds after the last one. One that fails stops no other. */
async function compareEach<T extends { order_id: string }>(
  services: Services,
  payments: Payments,
  select: (last?: T) => Promise<T[]>,
): Promise<void> {
  const errors = collectErrors();
  for (let orders = await select(); orders.length > 0; orders = await select(orders.at(-1))) {
    await errors.catch(
      runTogether(orders, concurrency, ({ order_id }) =>
        compareOrder(services, payments, order_id),
      ),
    );
  }
  errors.throwAll();
}

/** Compares one order that has a result, and books what the provider did meanwhile. */
export async function compareOrder(
  services: Services,
  payments: Payments,
  order_id: string,
): Promise<void> {
  const { db } = services;
  const order = await findOrder(db, order_id);
  if (!order) return;
  const [known] = await findBooked(db, [order_id]);
  const asked = await askAbout(payments, order);
  if (asked.outcome !== "done") return;
  // A late charge stays refused, and its entry is compared like any other.
  const isLate = order.outcome === "not_done" && known !== undefined;
  if (order.outcome === "not_done" && !isLate) {
    if (asked.state !== "charged" && asked.state !== "registered") return;
    await settleAsked(services, order_id, asked, new Date());
    const isRevived = (await findOrder(db, order_id))?.outcome === "done";
    if (isRevived) await reportDifference(db, "missing_in_ledger", order_id);
    return;
  }
  if (order.payment_type === "credit_card") await compareCard(db, known, asked);
  else if (order.outcome === "done") await compareRegistration(db, order, asked);
}

function compareRegistration(db: Db, order: OrderRow, { state, amount }: OrderState) {
  const { order_id, subscription_pk, cancelled_at, is_end_pending } = order;
  return transaction(db, async (db) => {
    if (state === "ended") {
      const ended = await cancelEnded(db, { subscription_pk, now: new Date() });
      if (ended.length > 0) await reportDifference(db, "ended_elsewhere", order_id);
    }
    // The order was read before the carrier was asked, so a carrier that has been told since then is not meant.
    const hasEnded = cancelled_at !== null || order.state === "ended";
    if (state === "registered" && hasEnded && !is_end_pending) {
      await reportStillBilled(db, subscription_pk, order_id, amount);
    }
  });
}

/** `known` is what the ledger said before the provider was asked; if it says something else now, the answer is too old. */
async function compareCard(db: Db, known: Booked | undefined, state: OrderState): Promise<void> {
  if (!known) return;
  const { order_id } = known;
  await transaction(db, async (db) => {
    const booked = await lockBooked(db, order_id);
    if (booked?.kept !== known.kept || booked.disputed !== known.disputed) return;
    const amounts = { own_amount: booked.kept, provider_amount: state.amount };
    const report = (kind: DifferenceKind) => reportDifference(db, kind, order_id, amounts);
    const isKnown = state.state === "charged" || state.state === "returned";
    if (!isKnown) {
      if (booked.kept > 0) await report("missing_at_provider");
      return;
    }
    await compareAmounts(db, booked, state, report);
    if (state.disputed === null) return;
    const undisclosed = state.disputed + booked.disputed;
    if (undisclosed > 0) {
      await bookGivenBack(db, booked, "dispute", undisclosed);
      await report("disputed");
    }
    if (undisclosed < 0) {
      await bookDisputeWon(db, booked, -undisclosed);
      await report("dispute_won");
    }
  });
}

async function compareAmounts(
  db: Db,
  booked: Booked,
  { amount }: OrderState,
  report: (kind: DifferenceKind) => Promise<boolean>,
): Promise<void> {
  if (amount < booked.kept) {
    await bookGivenBack(db, booked, "refund", booked.kept - amount);
    await report("returned_elsewhere");
  }
  if (amount > booked.kept) {
    await report(booked.has_refund ? "refund_missing_at_provider" : "amount_differs");
  }
}

/** As many as staff are shown; what is over is found the next night. */
const checkedRows = 1_000;

/** SQL condition: more was taken for an order than was given back. */
const buildKeptSql = (order_id: string) =>
  `(select sum(amount) from ledger where ledger.order_id = ${order_id}) > 0`;

const buildUnreportedSql = (kind: DifferenceKind, order_id: string) => `not exists (
  select from billing_differences
  where billing_differences.order_id = ${order_id} and kind = '${kind}' and solved_at is null
)`;

// One of the two charges of a month came late, because an index allows one that was not refused. It stands on the list as
// late; if staff take it off without a refund, it is found here.
const selectChargedTwice = statement(
  "billing.selectChargedTwice",
  `
  select late.order_id from charges late
  where late.outcome = 'not_done' and late.settled_at > now() - interval '${comparedDays} days'
    and ${buildKeptSql("late.order_id")}
    and not exists (
      select from billing_differences
      where billing_differences.order_id = late.order_id and solved_at is null
        and kind in ('late_charge', 'charged_twice')
    )
    and exists (
      select from charges other
      where other.subscription_pk = late.subscription_pk and other.period = late.period
        and (other.outcome = 'done' or other.pk < late.pk) and other.pk <> late.pk
        and ${buildKeptSql("other.order_id")}
    )
  limit ${checkedRows}`,
);

const selectNotBooked = statement(
  "billing.selectNotBooked",
  `
  select charges.order_id from charges
  where charges.outcome = 'done' and charges.settled_at > now() - interval '${comparedDays} days'
    and not exists (select from ledger where ledger.order_id = charges.order_id and ledger.kind = 'charge')
    and ${buildUnreportedSql("done_not_booked", "charges.order_id")}
  limit ${checkedRows}`,
);

const selectMissed = statement(
  "billing.selectMissed",
  `
  select first.order_id
  from subscriptions
  join charges first on first.subscription_pk = subscriptions.pk and first.period = 1 and first.outcome = 'done'
  where subscriptions.state in ('active', 'past_due') and subscriptions.cancelled_at is null
    and subscriptions.charge_on < :today::text::date - 2
    and not exists (
      select from charges
      where charges.subscription_pk = subscriptions.pk and charges.period = subscriptions.paid_periods + 1
        and charges.outcome in ('intended', 'unknown')
    )
    and ${buildUnreportedSql("renewal_missed", "first.order_id")}
  limit ${checkedRows}`,
);

/** Looks for what the tables themselves tell. */
async function checkBooks(db: Db): Promise<void> {
  const found: [DifferenceKind, { order_id: string }[]][] = [
    ["charged_twice", await selectChargedTwice(db, {})],
    ["done_not_booked", await selectNotBooked(db, {})],
    ["renewal_missed", await selectMissed(db, { today: findTokyoDay() })],
  ];
  for (const [kind, orders] of found) {
    for (const { order_id } of orders) await reportDifference(db, kind, order_id);
  }
}
