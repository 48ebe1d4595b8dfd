import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import type { Payments } from "../providers/payments.ts";
import { findCustomer } from "../queries/customers.ts";
import { abandonOrder, applyOrderState } from "./apply-order-state.ts";
import { cancelRenewal, endCarrierBilling } from "./cancel.ts";

const selectOpenOf = statement(
  "billing.selectOpenOf",
  `
  select charges.order_id, (charges.redirect_url is not null and charges.returned_at is null) as "is_waiting!"
  from billing_customers join subscriptions on subscriptions.reference = billing_customers.reference
  join charges on charges.subscription_pk = subscriptions.pk and charges.outcome in ('intended', 'unknown')
  where billing_customers.user_pk = :user_pk`,
);

const selectEndingOf = statement(
  "billing.selectEndingOf",
  `
  select subscriptions.pk
  from billing_customers join subscriptions on subscriptions.reference = billing_customers.reference
  where billing_customers.user_pk = :user_pk and subscriptions.is_end_pending`,
);

/**
 * Cancels the subscription of an account that will be destroyed. Throws `payment_unavailable` as long as the provider
 * can't be reached while a carrier must be told or a payment has no result: after the account's row is gone, nobody
 * could be given their money back.
 */
export async function cancelBeforeDestruction(
  services: Services,
  payments: Payments | undefined,
  user_pk: number,
): Promise<void> {
  const { db } = services;
  await cancelRenewal(db, user_pk);
  for (const { order_id, is_waiting } of await selectOpenOf(db, { user_pk })) {
    const end = is_waiting ? abandonOrder : applyOrderState;
    const result = payments && (await end(services, payments, order_id));
    if (result === undefined || result === "unknown") throw new Failure("payment_unavailable");
  }
  for (const { pk } of await selectEndingOf(db, { user_pk })) {
    const isEnded = payments && (await endCarrierBilling(services, payments, pk));
    if (!isEnded) throw new Failure("payment_unavailable");
  }
}

const deleteCustomer = statement(
  "billing.deleteCustomer",
  "delete from billing_customers where user_pk = :user_pk",
);

/**
 * Deletes what the provider keeps of an account, and then the only row that names it. Throws if the provider can't be
 * reached, so that the job is retried.
 */
export async function eraseCustomer(
  { db }: { db: Db },
  payments: Payments | undefined,
  user_pk: number,
): Promise<void> {
  const customer = await findCustomer(db, user_pk);
  if (!customer) return;
  const forgotten = await payments?.provider.forgetCustomer(customer.reference);
  if (forgotten && forgotten.outcome !== "done") throw new Error("the customer was not deleted");
  await deleteCustomer(db, { user_pk });
}
