import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { findPeriod } from "../policy/periods.ts";
import { findCard } from "./customers.ts";

const selectRecord = statement(
  "billing.selectRecord",
  `
  select ledger.order_id, ledger.kind, ledger.amount, ledger.processed_at, charges.period,
    subscriptions.payment_type, subscriptions.starts_on::text as "starts_on!", subscriptions.cancelled_at,
    contracts.terms
  from billing_customers
  join ledger on ledger.reference = billing_customers.reference
  join charges on charges.order_id = ledger.order_id
  join subscriptions on subscriptions.pk = charges.subscription_pk
  left join contracts on contracts.order_id = ledger.order_id
  where billing_customers.user_pk = :user_pk order by ledger.pk limit 1000`,
);

const selectSurveys = statement(
  "billing.selectSurveys",
  `
  select choice, other, answered_on::text as "answered_on!" from survey_answers
  where user_pk = :user_pk order by answered_on, survey_id, choice limit 1000`,
);

/** Returns what an account has paid, what it agreed to, and its answers of surveys, for its archive. */
export async function findPaymentRecord(db: Db, user_pk: number) {
  const charges = await selectRecord(db, { user_pk });
  return {
    card: await findCard(db, user_pk),
    charges: charges.map(({ starts_on, period, processed_at, cancelled_at, ...charge }) => ({
      ...charge,
      ...findPeriod(starts_on, period),
      charged_at: processed_at.toISOString(),
      cancelled_at: cancelled_at?.toISOString() ?? null,
    })),
    survey_answers: await selectSurveys(db, { user_pk }),
  };
}
