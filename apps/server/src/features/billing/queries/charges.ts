import type { Charge } from "@toibako/contract/billing/charges.ts";
import { type DateReader, formatDate } from "@toibako/contract/dates.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import {
  countRowsBefore,
  createPager,
  isInReachSql,
  readCountedPage,
} from "#platform/http/pager.ts";
import { findPeriod } from "../policy/periods.ts";

const chargesPerPage = 20;

const selectCharges = statement(
  "billing.selectCharges",
  `
  select ledger.order_id, ledger.kind, ledger.amount, ledger.processed_at, charges.period,
    subscriptions.payment_type, subscriptions.starts_on::text as "starts_on!",
    count(*) over ()::int as "total_count!"
  from billing_customers
  join ledger on ledger.reference = billing_customers.reference
  join charges on charges.order_id = ledger.order_id
  join subscriptions on subscriptions.pk = charges.subscription_pk
  where billing_customers.user_pk = :user_pk and ${isInReachSql}
  order by ledger.pk desc limit ${chargesPerPage} offset :offset`,
);

/** Lists the charges, refunds and disputes of an account, newest first. */
export async function listChargesOf(
  db: Db,
  user_pk: number,
  { page, reader }: { page: number; reader: DateReader },
) {
  const { rows, total_count } = await readCountedPage(
    countRowsBefore(page, chargesPerPage),
    (offset) => selectCharges(db, { user_pk, offset }),
  );
  const charges = rows.map((row): Charge => {
    const { expired_in, ends_on } = findPeriod(row.starts_on, row.period);
    return {
      order_id: row.order_id,
      kind: row.kind,
      amount: row.amount,
      payment_type: row.payment_type,
      starts_on: expired_in,
      ends_on,
      charged_at: row.processed_at.toISOString(),
      formatted_date_time: formatDate("minute", row.processed_at, reader),
    };
  });
  return { charges, pager: createPager(page, chargesPerPage, total_count) };
}

const selectOwner = statement(
  "billing.selectOwner",
  `
  select billing_customers.user_pk
  from charges join subscriptions on subscriptions.pk = charges.subscription_pk
  join billing_customers on billing_customers.reference = subscriptions.reference
  where charges.order_id = :order_id`,
);

/** Finds the account whose order it is; undefined if there is none, or none any more. */
export async function findOwner(db: Db, order_id: string): Promise<number | undefined> {
  return (await selectOwner(db, { order_id }))[0]?.user_pk;
}
