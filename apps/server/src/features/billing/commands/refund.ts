import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { readCarrier, toOrderKey } from "../policy/orders.ts";
import { findPeriod } from "../policy/periods.ts";
import type { Payments } from "../providers/payments.ts";
import { reportDifference } from "./differences.ts";

// A carrier knows all months of a subscription by the order of the first one.
const selectBooked = statement(
  "billing.selectBooked",
  `
  select ledger.order_id, min(ledger.reference) as "reference!", sum(ledger.amount)::int as "amount!",
    coalesce(sum(ledger.amount) filter (where ledger.kind <> 'dispute'), 0)::int as "kept!",
    coalesce(sum(ledger.amount) filter (where ledger.kind = 'dispute'), 0)::int as "disputed!",
    bool_or(ledger.kind = 'refund') as "has_refund!",
    subscriptions.payment_type, charges.period, subscriptions.starts_on::text as "starts_on!",
    first.order_id as first_order_id
  from ledger
  join charges on charges.order_id = ledger.order_id
  join subscriptions on subscriptions.pk = charges.subscription_pk
  join charges first on first.subscription_pk = subscriptions.pk and first.period = 1 and first.outcome <> 'not_done'
  where ledger.order_id = any(:order_ids::text[])
  group by ledger.order_id, subscriptions.pk, charges.pk, first.pk`,
);
export type Booked = Row<"billing.selectBooked">;

/** Finds what the ledger says about orders. */
export const findBooked = (db: Db, order_ids: string[]) => selectBooked(db, { order_ids });

const insertRefund = statement(
  "billing.insertRefund",
  `
  insert into refunds (id, order_id, amount, charged) values (:id, :order_id, :amount, :charged)
  on conflict (order_id) where outcome in ('intended', 'unknown') do nothing returning id`,
);

const updateRefund = statement(
  "billing.updateRefund",
  `
  update refunds set outcome = :outcome, code = :code?
  where id = :id and outcome in ('intended', 'unknown') returning order_id, amount`,
);

const insertGivenBack = statement(
  "billing.insertGivenBack",
  `
  insert into ledger (reference, order_id, kind, amount, refund_id, processed_at)
  values (:reference, :order_id, :kind, :amount, :refund_id?, :processed_at)
  on conflict (refund_id) do nothing`,
);

/** Books what was given back, or is disputed; `yen` is positive. */
export async function bookGivenBack(
  db: Db,
  { reference, order_id }: Pick<Booked, "reference" | "order_id">,
  kind: "refund" | "dispute",
  yen: number,
  refund_id: string | null = null,
): Promise<void> {
  const entry = { reference, order_id, kind, amount: -yen, refund_id };
  await insertGivenBack(db, { ...entry, processed_at: new Date() });
}

const selectOpenRefunds = statement(
  "billing.selectOpenRefunds",
  `
  select id, order_id, amount, charged from refunds
  where outcome in ('intended', 'unknown') and created_at < now() - interval '1 minute' limit 100`,
);

export type RefundResult = "done" | "unknown" | "nothing to give back" | "under way" | "refused";

/** Gives back a charge, or a part of it: the intent is committed before the call, and the entry follows its result. */
export async function refundOrder(
  services: Services,
  payments: Payments,
  order_id: string,
  amount?: number,
): Promise<RefundResult> {
  const { db } = services;
  const [booked] = await findBooked(db, [order_id]);
  const charged = booked?.kept ?? 0;
  const yen = amount ?? charged;
  if (!booked || yen <= 0 || yen > charged) return "nothing to give back";
  const id = createPublicId();
  const intent = { id, order_id, amount: yen, charged };
  if ((await insertRefund(db, intent)).length === 0) return "under way";
  return callRefund(services, payments, intent);
}

async function callRefund(
  { db }: Services,
  { provider }: Payments,
  {
    id,
    order_id,
    amount,
    charged,
  }: { id: string; order_id: string; amount: number; charged: number },
): Promise<RefundResult> {
  const [booked] = await findBooked(db, [order_id]);
  if (!booked) return "nothing to give back";
  const isCarrier = readCarrier(booked.payment_type) !== null;
  const month = isCarrier
    ? findPeriod(booked.starts_on, booked.period).expired_in.slice(0, 7)
    : null;
  const key = toOrderKey({ ...booked, order_id: isCarrier ? booked.first_order_id : order_id });
  const refunded = await provider.refund(key, { charged, amount, month });
  return transaction(db, async (db) => {
    const code = refunded.outcome === "done" ? null : refunded.code;
    const changed = await updateRefund(db, { id, outcome: refunded.outcome, code });
    if (refunded.outcome === "unknown") await reportDifference(db, "refund_unknown", order_id);
    if (refunded.outcome === "done" && changed.length > 0) {
      await bookGivenBack(db, booked, "refund", amount, id);
    }
    return refunded.outcome === "not_done" ? "refused" : refunded.outcome;
  });
}

/** Calls again for refunds without a result, which does no harm: the provider recognises one that it has done. */
export async function settleOpenRefunds(services: Services, payments: Payments): Promise<void> {
  for (const refund of await selectOpenRefunds(services.db, {})) {
    await callRefund(services, payments, refund);
  }
}

/** Books that a charge is disputed, as the bank has told staff; returns the yen, 0 if nothing is left to dispute. */
export async function bookDispute(db: Db, order_id: string): Promise<number> {
  const [booked] = await findBooked(db, [order_id]);
  if (!booked || booked.amount <= 0) return 0;
  await bookGivenBack(db, booked, "dispute", booked.amount);
  return booked.amount;
}
