import { type Carrier, carriers } from "@toibako/contract/billing.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { sendPaymentNoticeJob } from "../job-definitions.ts";
import { formatOrderId } from "../policy/orders.ts";
import { addMonths, findPeriod, findTokyoDay } from "../policy/periods.ts";
import type { Payments } from "../providers/payments.ts";
import type { CarrierResult } from "../providers/provider.ts";
import { reportDifference } from "./differences.ts";
import { bookGivenBack, confirmRefund, findBooked } from "./refund.ts";
import { runTogether } from "./run-together.ts";
import { askForCarrierEnd } from "./settle.ts";

/** How many lines of a file are applied at once. */
const concurrency = 20;

const selectDueCarriers = statement(
  "billing.selectDueCarriers",
  `
  select pk, starts_on::text as "starts_on!", paid_periods from subscriptions
  where payment_type <> 'credit_card' and state = 'active' and cancelled_at is null
    and charge_on <= :today::text::date
  limit 500`,
);

const startMonth = statement(
  "billing.startMonth",
  `
  update subscriptions set paid_periods = :period, expired_in = :expired_in::text::date,
    ends_on = :ends_on::text::date, charge_on = :ends_on::text::date
  where pk = :pk and paid_periods = :period - 1 and cancelled_at is null returning pk`,
);

/** Begins the next month of what carriers bill. Whether it is paid is known later; until then use goes on. */
export async function beginCarrierMonths({ db }: Services): Promise<void> {
  const today = findTokyoDay();
  for (;;) {
    const due = await selectDueCarriers(db, { today });
    for (const { pk, starts_on, paid_periods } of due) {
      const period = paid_periods + 1;
      await startMonth(db, { pk, period, ...findPeriod(starts_on, period) });
    }
    if (due.length === 0) return;
  }
}

const selectBilled = statement(
  "billing.selectBilled",
  `
  select subscriptions.pk, subscriptions.reference, first.provider, subscriptions.starts_on::text as "starts_on!",
    subscriptions.state, subscriptions.cancelled_at, subscriptions.ends_on::text as "ends_on!", subscriptions.amount,
    subscriptions.first_amount, month.order_id as month_order_id, month.outcome as month_outcome
  from charges first join subscriptions on subscriptions.pk = first.subscription_pk
  left join charges month on month.subscription_pk = subscriptions.pk and month.period = :period
  where first.order_id = :order_id and first.period = 1
  order by month.outcome = 'not_done' limit 1`,
);

const lockBilled = statement(
  "billing.lockBilled",
  "select pk from subscriptions where pk = :pk for update",
);

const selectStart = statement(
  "billing.selectStart",
  `
  select subscriptions.pk, subscriptions.starts_on::text as "starts_on!"
  from charges join subscriptions on subscriptions.pk = charges.subscription_pk
  where charges.order_id = :order_id and charges.period = 1
    and subscriptions.payment_type = 'carrier_' || :carrier::text`,
);

const insertMonth = statement(
  "billing.insertMonth",
  `
  with billed as (
    insert into charges (order_id, subscription_pk, provider, period, amount, outcome, created_at, settled_at)
    values (:order_id, :pk, :provider, :period, :amount, :outcome, :now, :now)
    on conflict (subscription_pk, period) where outcome <> 'not_done' do nothing returning order_id
  )
  insert into ledger (reference, order_id, kind, amount, processed_at)
  select :reference, order_id, 'charge', :amount, :processed_on::text::timestamptz from billed
  where :outcome = 'done'
  returning order_id`,
);

const endUnpaid = statement(
  "billing.endUnpaid",
  `
  with unpaid as (
    update subscriptions set state = 'ended', charge_on = null, is_end_pending = true,
      cancelled_at = coalesce(cancelled_at, :now)
    where pk = :pk and state in ('active', 'past_due') returning :order_id::text as order_id
  ), enqueued_notice as (
    ${enqueueSql([sendPaymentNoticeJob], "unpaid", { detail: "'payment_ended'" })}
  )
  select order_id from unpaid`,
);

/** The number of months from one day to a month such as 2026-02. */
function countMonths(from: string, month: string): number {
  const toNumber = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return toNumber(month) - toNumber(from);
}

/** Applies a line of a carrier's file: a paid month is booked, an unpaid one ends the subscription. */
export async function applyCarrierResult({ db }: Services, line: CarrierResult): Promise<void> {
  const { order_id, carrier, month, result, amount } = line;
  const [start] = await selectStart(db, { order_id, carrier });
  const period = start ? countMonths(start.starts_on, month) + 1 : 0;
  if (!start || period < 1) {
    await reportDifference(db, "unknown_order", order_id, { provider_amount: amount });
    return;
  }
  await transaction(db, async (db) => {
    await lockBilled(db, { pk: start.pk });
    const [billed] = await selectBilled(db, { order_id, period });
    if (!billed) return;
    const own_amount = period === 1 ? billed.first_amount : billed.amount;
    const isPaid = result === "paid";
    // A later file may say that a failed month was paid after all. The first month is settled by asking the carrier.
    const isPaidAfterAll = isPaid && period > 1 && billed.month_outcome === "not_done";
    const known_order_id = isPaidAfterAll ? null : billed.month_order_id;
    const month_order_id = known_order_id ?? formatOrderId(createPublicId(), 0);
    const isNew = known_order_id === null;
    const billedMonth = { ...billed, month_order_id, isNew, isPaidAfterAll, period };
    if (isPaid) await applyPaid(db, billedMonth, line);
    else await applyUnpaid(db, billedMonth, line);
    if (isPaid && amount !== own_amount) {
      const amounts = { own_amount, provider_amount: amount };
      await reportDifference(db, "amount_differs", month_order_id, amounts);
    }
  });
}

type BilledMonth = Omit<Row<"billing.selectBilled">, "month_order_id"> & {
  month_order_id: string;
  isNew: boolean;
  isPaidAfterAll: boolean;
  period: number;
};

function storeMonth(db: Db, month: BilledMonth, line: CarrierResult, outcome: "done" | "not_done") {
  const { pk, reference, provider, period, month_order_id: order_id } = month;
  const { amount, processed_on } = line;
  const stored = { order_id, pk, reference, provider, period, amount, processed_on, outcome };
  return insertMonth(db, { ...stored, now: new Date() });
}

async function applyPaid(db: Db, month: BilledMonth, line: CarrierResult): Promise<void> {
  if (!month.isNew) return;
  await storeMonth(db, month, line, "done");
  const hasEnded = month.cancelled_at !== null || !["active", "past_due"].includes(month.state);
  // A month that begins on the last day of use, or later, was not bought.
  const isAfterwards = findPeriod(month.starts_on, month.period).expired_in >= month.ends_on;
  if (hasEnded && (isAfterwards || month.isPaidAfterAll)) {
    await reportStillBilled(db, month.pk, month.month_order_id, line.amount);
  }
}

/** Shows staff that a carrier bills what has ended, and has it told once more. */
export async function reportStillBilled(
  db: Db,
  subscription_pk: number,
  order_id: string,
  provider_amount: number,
): Promise<void> {
  await reportDifference(db, "still_billed", order_id, { provider_amount });
  await askForCarrierEnd(db, subscription_pk);
}

async function applyUnpaid(db: Db, month: BilledMonth, line: CarrierResult): Promise<void> {
  const { pk, month_order_id: order_id } = month;
  const isRefund = line.result === "refunded";
  if (isRefund && (await confirmRefund(db, order_id))) return;
  const [booked] = await findBooked(db, [order_id]);
  if (booked && booked.kept > 0) {
    await bookGivenBack(db, booked, "refund", booked.kept);
    if (isRefund) await reportDifference(db, "returned_elsewhere", order_id);
  }
  if (isRefund) return;
  if (month.isNew) await storeMonth(db, month, line, "not_done");
  await endUnpaid(db, { pk, order_id, now: new Date() });
}

const selectUnbilled = statement(
  "billing.selectUnbilled",
  `
  select subscriptions.pk, first.order_id, subscriptions.starts_on::text as "starts_on!", subscriptions.paid_periods
  from subscriptions
  join charges first on first.subscription_pk = subscriptions.pk and first.period = 1 and first.outcome = 'done'
  where subscriptions.payment_type = :payment_type and subscriptions.state = 'active'
    and date_trunc('month', subscriptions.starts_on) <= (:month::text || '-01')::date
    and subscriptions.pk > :pk
  order by subscriptions.pk limit 5000`,
);

/** Finds orders that a file names as paid more than once; the month is booked once. */
async function findRepeated(db: Db, lines: readonly CarrierResult[]): Promise<void> {
  const paid = lines.filter(({ result }) => result === "paid");
  for (const [order_id, repeated] of Map.groupBy(paid, (line) => line.order_id)) {
    const [first] = repeated;
    if (!first || repeated.length === 1) continue;
    const provider_amount = repeated.reduce((sum, { amount }) => sum + amount, 0);
    const amounts = { own_amount: first.amount, provider_amount };
    await reportDifference(db, "charged_twice", order_id, amounts);
  }
}

/** Reads what the carriers have billed for a month, and looks for subscriptions that their files don't name. */
async function readCarrierMonth(
  services: Services,
  { provider }: Payments,
  carrier: Carrier,
  month: string,
): Promise<void> {
  const read = await provider.readCarrierResults(carrier, month);
  if (read.outcome !== "done" || !read.results) return;
  await runTogether(read.results, concurrency, (line) => applyCarrierResult(services, line));
  await findRepeated(services.db, read.results);
  // The file of this month may still grow.
  if (month >= findTokyoDay().slice(0, 7)) return;
  const named = new Set(read.results.map(({ order_id }) => order_id));
  const payment_type = `carrier_${carrier}` as const;
  for (let pk = 0; ; ) {
    const used = await selectUnbilled(services.db, { payment_type, month, pk });
    for (const { order_id, starts_on, paid_periods } of used) {
      const wasUsed = countMonths(starts_on, month) < paid_periods;
      if (wasUsed && !named.has(order_id)) {
        await reportDifference(services.db, "missing_in_file", order_id);
      }
    }
    const last = used.at(-1);
    if (!last) return;
    pk = last.pk;
  }
}

/** Reads the files of this month and of the one before; those that were read before change nothing. */
export async function readCarrierMonths(services: Services, payments: Payments): Promise<void> {
  const today = findTokyoDay();
  for (const carrier of carriers) {
    if (!payments.provider.settings.payment_types.includes(`carrier_${carrier}`)) continue;
    for (const day of [addMonths(today, -1), today]) {
      await readCarrierMonth(services, payments, carrier, day.slice(0, 7));
    }
  }
}
