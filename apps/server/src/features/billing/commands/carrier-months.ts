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
import { bookGivenBack, findBooked } from "./refund.ts";

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
  select subscriptions.pk, subscriptions.reference, subscriptions.starts_on::text as "starts_on!",
    subscriptions.state, subscriptions.cancelled_at, subscriptions.ends_on::text as "ends_on!", subscriptions.amount,
    subscriptions.first_amount, month.order_id as month_order_id, month.outcome as month_outcome
  from charges first join subscriptions on subscriptions.pk = first.subscription_pk
  left join charges month on month.subscription_pk = subscriptions.pk and month.period = :period
  where first.order_id = :order_id and first.period = 1`,
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
  where charges.order_id = :order_id and charges.period = 1`,
);

const insertMonth = statement(
  "billing.insertMonth",
  `
  with billed as (
    insert into charges (order_id, subscription_pk, period, amount, outcome, created_at, settled_at)
    values (:order_id, :pk, :period, :amount, :outcome, :now, :now)
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
  const { order_id, month, result, amount } = line;
  const [start] = await selectStart(db, { order_id });
  if (!start) {
    await reportDifference(db, "unknown_order", order_id, { provider_amount: amount });
    return;
  }
  const period = countMonths(start.starts_on, month) + 1;
  if (period < 1) return;
  await transaction(db, async (db) => {
    await lockBilled(db, { pk: start.pk });
    const [billed] = await selectBilled(db, { order_id, period });
    if (!billed) return;
    const own_amount = period === 1 ? billed.first_amount : billed.amount;
    const month_order_id = billed.month_order_id ?? formatOrderId(createPublicId(), 0);
    const billedMonth = {
      ...billed,
      month_order_id,
      isNew: billed.month_order_id === null,
      period,
    };
    if (result === "paid") await applyPaid(db, billedMonth, line);
    else await applyUnpaid(db, billedMonth, line);
    if (result !== "refunded" && amount !== own_amount) {
      const amounts = { own_amount, provider_amount: amount };
      await reportDifference(db, "amount_differs", month_order_id, amounts);
    }
  });
}

type BilledMonth = Omit<Row<"billing.selectBilled">, "month_order_id"> & {
  month_order_id: string;
  isNew: boolean;
  period: number;
};

function storeMonth(db: Db, month: BilledMonth, line: CarrierResult, outcome: "done" | "not_done") {
  const { pk, reference, period, month_order_id: order_id } = month;
  const { amount, processed_on } = line;
  const now = new Date();
  return insertMonth(db, { order_id, pk, reference, period, amount, now, processed_on, outcome });
}

async function applyPaid(db: Db, month: BilledMonth, line: CarrierResult): Promise<void> {
  if (!month.isNew) return;
  await storeMonth(db, month, line, "done");
  if (findPeriod(month.starts_on, month.period).expired_in > month.ends_on) {
    const amounts = { provider_amount: line.amount };
    await reportDifference(db, "still_billed", month.month_order_id, amounts);
  }
}

async function applyUnpaid(db: Db, month: BilledMonth, line: CarrierResult): Promise<void> {
  const { pk, month_order_id: order_id } = month;
  const isRefund = line.result === "refunded";
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
  select first.order_id, subscriptions.starts_on::text as "starts_on!", subscriptions.paid_periods
  from subscriptions
  join charges first on first.subscription_pk = subscriptions.pk and first.period = 1 and first.outcome = 'done'
  where subscriptions.payment_type = :payment_type and subscriptions.state = 'active'
    and date_trunc('month', subscriptions.starts_on) <= (:month::text || '-01')::date`,
);

/** Reads what the carriers have billed for a month, and looks for subscriptions that their files don't name. */
async function readCarrierMonth(
  services: Services,
  { provider }: Payments,
  carrier: Carrier,
  month: string,
): Promise<void> {
  const read = await provider.readCarrierResults(carrier, month);
  if (read.outcome !== "done" || !read.results) return;
  for (const line of read.results) await applyCarrierResult(services, line);
  const named = new Set(read.results.map(({ order_id }) => order_id));
  const used = await selectUnbilled(services.db, { payment_type: `carrier_${carrier}`, month });
  for (const { order_id, starts_on, paid_periods } of used) {
    const wasUsed = countMonths(starts_on, month) < paid_periods;
    if (wasUsed && !named.has(order_id)) {
      await reportDifference(services.db, "missing_in_file", order_id);
    }
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
