import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { findPeriod } from "../policy/periods.ts";

const selectReceipt = statement(
  "billing.selectReceipt",
  `
  select ledger.order_id, ledger.amount, charges.period, subscriptions.starts_on::text as "starts_on!",
    u.account, u.locale, u.confirmed_email as "confirmed_email!"
  from ledger
  join charges on charges.order_id = ledger.order_id
  join subscriptions on subscriptions.pk = charges.subscription_pk
  join billing_customers on billing_customers.reference = ledger.reference
  join users u on u.pk = billing_customers.user_pk
  where ledger.order_id = :order_id and ledger.kind = 'charge' and u.confirmed_email is not null`,
);

export interface Receipt {
  order_id: string;
  amount: number;
  expired_in: string;
  ends_on: string;
  account: string;
  locale: Locale;
  confirmed_email: string;
}

/** Finds what the receipt of a charge says; undefined if the account has no confirmed address, or is gone. */
export async function findReceipt(db: Db, order_id: string): Promise<Receipt | undefined> {
  const [row] = await selectReceipt(db, { order_id });
  return row && { ...row, ...findPeriod(row.starts_on, row.period) };
}
