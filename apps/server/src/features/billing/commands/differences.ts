import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { DifferenceKind } from "../policy/differences.ts";

const insertDifference = statement(
  "billing.insertDifference",
  `
  insert into billing_differences (kind, order_id, own_amount, provider_amount)
  values (:kind, :order_id, :own_amount?, :provider_amount?)
  on conflict (kind, order_id) where solved_at is null do nothing returning pk`,
);

/** Shows something to staff, once for each order and kind until it is solved; returns whether it is new. */
export async function reportDifference(
  db: Db,
  kind: DifferenceKind,
  order_id: string,
  amounts: { own_amount?: number; provider_amount?: number } = {},
): Promise<boolean> {
  const inserted = await insertDifference(db, {
    kind,
    order_id,
    own_amount: amounts.own_amount ?? null,
    provider_amount: amounts.provider_amount ?? null,
  });
  return inserted.length > 0;
}

const solveUnknown = statement(
  "billing.solveUnknown",
  `
  update billing_differences set solved_at = now()
  where kind = 'unknown_outcome' and order_id = :order_id and solved_at is null`,
);

const selectDifferences = statement(
  "billing.selectDifferences",
  `
  select kind, order_id, own_amount, provider_amount, found_at from billing_differences
  where solved_at is null order by found_at, pk limit 1000`,
);

/** Lists what staff must look at, the oldest first. */
export const listDifferences = (db: Db) => selectDifferences(db, {});

const solve = statement(
  "billing.solveDifference",
  `
  update billing_differences set solved_at = now()
  where kind = :kind and order_id = :order_id and solved_at is null returning pk`,
);

/** Notes that staff have solved something; returns whether it was open. */
export async function solveDifference(db: Db, kind: string, order_id: string): Promise<boolean> {
  return (await solve(db, { kind, order_id })).length > 0;
}

/** Takes an order off the list of those without a result. */
export async function solveUnknownOutcome(db: Db, order_id: string): Promise<void> {
  await solveUnknown(db, { order_id });
}
