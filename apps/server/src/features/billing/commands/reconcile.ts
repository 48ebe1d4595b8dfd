import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import type { Services } from "#platform/services.ts";
import type { DifferenceKind } from "../policy/differences.ts";
import { toOrderKey } from "../policy/orders.ts";
import { findTokyoDay } from "../policy/periods.ts";
import type { Payments } from "../providers/payments.ts";
import type { OrderState } from "../providers/provider.ts";
import { readCarrierMonths } from "./carrier-months.ts";
import { reportDifference } from "./differences.ts";
import { type Booked, bookGivenBack, findBooked } from "./refund.ts";
import { runTogether } from "./run-together.ts";
import { findOrder, settleAsked } from "./settle.ts";

/** Days in which a charge is compared with the provider's book every night. */
const comparedDays = 40;
const concurrency = 20;
const batchSize = 500;

const selectCompared = statement(
  "billing.selectCompared",
  `
  select charges.pk, charges.order_id
  from charges join subscriptions on subscriptions.pk = charges.subscription_pk
  where charges.pk > :after_pk and charges.outcome in ('done', 'not_done')
    and (charges.called_at is not null or charges.outcome = 'done')
    and (subscriptions.payment_type = 'credit_card' or charges.period = 1)
    and charges.settled_at > now() - interval '${comparedDays} days'
  order by charges.pk limit ${batchSize}`,
);

const lockCharge = statement(
  "billing.lockCharge",
  "select pk from charges where order_id = :order_id for update",
);

const selectOpenRefund = statement(
  "billing.selectOpenRefund",
  "select id from refunds where order_id = :order_id and outcome in ('intended', 'unknown')",
);

const cancelEnded = statement(
  "billing.cancelEnded",
  `
  update subscriptions set cancelled_at = :now, charge_on = null
  where pk = :subscription_pk and cancelled_at is null and state in ('active', 'past_due') returning pk`,
);

/** Compares the ledger with the provider's book: by charge for cards, and by file for carriers. */
export async function reconcile(services: Services, payments: Payments): Promise<void> {
  let after_pk = 0;
  for (;;) {
    const compared = await selectCompared(services.db, { after_pk });
    await runTogether(compared, concurrency, ({ order_id }) =>
      compareOrder(services, payments, order_id),
    );
    const last = compared.at(-1);
    if (!last) break;
    after_pk = last.pk;
  }
  await readCarrierMonths(services, payments);
  await checkBooks(services.db);
}

/** Compares one order that has a result, and books what the provider did meanwhile. */
export async function compareOrder(
  services: Services,
  { provider }: Payments,
  order_id: string,
): Promise<void> {
  const order = await findOrder(services.db, order_id);
  if (!order) return;
  const asked = await provider.ask(toOrderKey(order));
  if (asked.outcome !== "done") return;
  if (order.outcome === "not_done") {
    if (asked.state !== "charged" && asked.state !== "registered") return;
    await settleAsked(services, order_id, asked, new Date());
    const isRevived = (await findOrder(services.db, order_id))?.outcome === "done";
    if (isRevived) await reportDifference(services.db, "missing_in_ledger", order_id);
    return;
  }
  if (order.payment_type === "credit_card") await compareCard(services.db, order_id, asked);
  else if (asked.state === "ended") {
    const { subscription_pk } = order;
    const ended = await cancelEnded(services.db, { subscription_pk, now: new Date() });
    if (ended.length > 0) await reportDifference(services.db, "ended_elsewhere", order_id);
  }
}

function compareCard(db: Db, order_id: string, state: OrderState): Promise<void> {
  return transaction(db, async (db) => {
    await lockCharge(db, { order_id });
    const [booked] = await findBooked(db, [order_id]);
    // A refund under way is settled by its own result.
    if (!booked || (await selectOpenRefund(db, { order_id })).length > 0) return;
    const amounts = { own_amount: booked.kept, provider_amount: state.amount };
    const report = (kind: DifferenceKind) => reportDifference(db, kind, order_id, amounts);
    const isKnown = state.state === "charged" || state.state === "returned";
    if (!isKnown) {
      if (booked.kept > 0) await report("missing_at_provider");
      return;
    }
    await compareAmounts(db, booked, state, report);
    const undisclosed = state.disputed + booked.disputed;
    if (undisclosed > 0) {
      await bookGivenBack(db, booked, "dispute", undisclosed);
      await report("disputed");
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

const selectChargedTwice = statement(
  "billing.selectChargedTwice",
  `
  select max(ledger.order_id) as "order_id!"
  from ledger join charges on charges.order_id = ledger.order_id
  where ledger.kind = 'charge' and ledger.processed_at > now() - interval '${comparedDays} days'
    and (select sum(entry.amount) from ledger entry where entry.order_id = ledger.order_id) > 0
  group by charges.subscription_pk, charges.period having count(*) > 1`,
);

const selectNotBooked = statement(
  "billing.selectNotBooked",
  `
  select charges.order_id from charges
  where charges.outcome = 'done' and charges.settled_at > now() - interval '${comparedDays} days'
    and not exists (select from ledger where ledger.order_id = charges.order_id and ledger.kind = 'charge')`,
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
    )`,
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
