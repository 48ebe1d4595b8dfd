import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { readCarrier, toOrderKey } from "../policy/orders.ts";
import { findPeriod } from "../policy/periods.ts";
import type { Payments } from "../providers/payments.ts";
import { reportDifference, solveDifference } from "./differences.ts";
import { runTogether } from "./run-together.ts";

/** How many refunds without a result are called again at once. */
const concurrency = 10;

// A carrier knows all months of a subscription by the order of the first one.
const selectBooked = statement(
  "billing.selectBooked",
  `
  select ledger.order_id, min(ledger.reference) as "reference!", sum(ledger.amount)::int as "amount!",
    coalesce(sum(ledger.amount) filter (where ledger.kind in ('charge', 'refund')), 0)::int as "kept!",
    coalesce(sum(ledger.amount) filter (where ledger.kind in ('dispute', 'dispute_won')), 0)::int as "disputed!",
    bool_or(ledger.kind = 'refund') as "has_refund!",
    subscriptions.payment_type, charges.period, subscriptions.starts_on::text as "starts_on!",
    case when charges.period = 1 then ledger.order_id else (
      select first.order_id from charges first
      where first.subscription_pk = subscriptions.pk and first.period = 1
      order by first.outcome = 'not_done', first.pk desc limit 1
    ) end as "first_order_id!"
  from ledger
  join charges on charges.order_id = ledger.order_id
  join subscriptions on subscriptions.pk = charges.subscription_pk
  where ledger.order_id = any(:order_ids::text[])
  group by ledger.order_id, subscriptions.pk, charges.pk`,
);
export type Booked = Row<"billing.selectBooked">;

/** Finds what the ledger says about orders. */
export const findBooked = (db: Db, order_ids: string[]) => selectBooked(db, { order_ids });

const lockCharge = statement(
  "billing.lockCharge",
  "select pk from charges where order_id = :order_id for update",
);

const selectOpenRefund = statement(
  "billing.selectOpenRefund",
  "select id, amount from refunds where order_id = :order_id and outcome in ('intended', 'unknown')",
);

/**
 * Locks an order against other refunds, and reads what the ledger says about it; undefined if nothing is booked, or if
 * a refund is under way, which is settled by its own result.
 */
export async function lockBooked(db: Db, order_id: string): Promise<Booked | undefined> {
  await lockCharge(db, { order_id });
  if ((await selectOpenRefund(db, { order_id })).length > 0) return undefined;
  return (await findBooked(db, [order_id]))[0];
}

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

const insertEntry = statement(
  "billing.insertEntry",
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
  await insertEntry(db, { ...entry, processed_at: new Date() });
}

/** Books that the bank has returned what was disputed. */
export async function bookDisputeWon(
  db: Db,
  { reference, order_id }: Pick<Booked, "reference" | "order_id">,
  yen: number,
): Promise<void> {
  const entry = { reference, order_id, kind: "dispute_won", amount: yen, refund_id: null } as const;
  await insertEntry(db, { ...entry, processed_at: new Date() });
}

const selectOpenRefunds = statement(
  "billing.selectOpenRefunds",
  `
  select id, order_id, amount, charged from refunds
  where outcome in ('intended', 'unknown') and created_at < now() - interval '1 minute'
  order by created_at limit 500`,
);

export type RefundResult = "done" | "unknown" | "nothing to give back" | "under way" | "refused";

/** Gives back a charge, or a part of it: the intent is committed before the call, and the entry follows its result. */
export async function refundOrder(
  services: Services,
  payments: Payments,
  order_id: string,
  amount?: number,
): Promise<RefundResult> {
  const intent = await transaction(services.db, async (db) => {
    await lockCharge(db, { order_id });
    const [booked] = await findBooked(db, [order_id]);
    // What the bank has taken back is not given back once more.
    const yen = amount ?? booked?.amount ?? 0;
    if (!booked || yen <= 0 || yen > booked.amount) return "nothing to give back";
    const refund = { id: createPublicId(), order_id, amount: yen, charged: booked.kept };
    return (await insertRefund(db, refund)).length === 0 ? "under way" : refund;
  });
  return typeof intent === "string" ? intent : callRefund(services, payments, intent);
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
    await lockCharge(db, { order_id });
    const code = refunded.outcome === "done" ? null : refunded.code;
    const changed = await updateRefund(db, { id, outcome: refunded.outcome, code });
    if (refunded.outcome === "unknown") await reportDifference(db, "refund_unknown", order_id);
    else await solveDifference(db, "refund_unknown", order_id);
    if (refunded.outcome === "done" && changed.length > 0) {
      await bookGivenBack(db, booked, "refund", amount, id);
    }
    return refunded.outcome === "not_done" ? "refused" : refunded.outcome;
  });
}

/** Calls again for refunds without a result, which does no harm: the provider recognises one that it has done. */
export async function settleOpenRefunds(services: Services, payments: Payments): Promise<void> {
  await runTogether(await selectOpenRefunds(services.db, {}), concurrency, async (refund) => {
    await callRefund(services, payments, refund);
  });
}

/** Books an open refund that a carrier's file names; returns whether there was one. */
export async function confirmRefund(db: Db, order_id: string): Promise<boolean> {
  await lockCharge(db, { order_id });
  const [open] = await selectOpenRefund(db, { order_id });
  const [booked] = await findBooked(db, [order_id]);
  if (!open || !booked) return false;
  await updateRefund(db, { id: open.id, outcome: "done", code: null });
  await bookGivenBack(db, booked, "refund", open.amount, open.id);
  await solveDifference(db, "refund_unknown", order_id);
  return true;
}

/**
 * Books what the bank has told staff: that it took a charge back, or that it returned the money after a dispute. Returns
 * the yen, 0 if nothing is left to dispute, or nothing was disputed.
 */
export function bookBankDecision(
  db: Db,
  order_id: string,
  kind: "dispute" | "dispute_won",
): Promise<number> {
  return transaction(db, async (db) => {
    await lockCharge(db, { order_id });
    const [booked] = await findBooked(db, [order_id]);
    const yen = booked && (kind === "dispute" ? booked.amount : -booked.disputed);
    if (!booked || !yen || yen < 0) return 0;
    if (kind === "dispute") await bookGivenBack(db, booked, kind, yen);
    else await bookDisputeWon(db, booked, yen);
    return yen;
  });
}
