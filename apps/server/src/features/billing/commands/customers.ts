import type { Card } from "@toibako/contract/billing/cards.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { forgetCardJob } from "../job-definitions.ts";
import { formatOrderId } from "../policy/orders.ts";
import type { Payments } from "../providers/payments.ts";
import { findCustomer } from "../queries/customers.ts";

const insertCustomer = statement(
  "billing.insertCustomer",
  `
  insert into billing_customers (user_pk, reference, provider) values (:user_pk, :reference, :provider)
  on conflict (user_pk) do nothing`,
);

/** Returns the random reference under which the provider knows an account; makes one for the first time. */
export async function ensureCustomer(
  db: Db,
  { provider }: Payments,
  user_pk: number,
): Promise<string> {
  const reference = formatOrderId(createPublicId(), 0);
  await insertCustomer(db, { user_pk, reference, provider: provider.name });
  const customer = await findCustomer(db, user_pk);
  if (!customer) throw new Error("the account was destroyed meanwhile");
  return customer.reference;
}

// `former` reads the row as it was before the update. A failed renewal is tried again today.
const replaceCard = statement(
  "billing.replaceCard",
  `
  with former as (
    select reference, card_seq, provider from billing_customers where reference = :reference
  ), replaced as (
    update billing_customers set provider = :provider, card_seq = :card_seq, last_digits = :last_digits, card_month = :card_month
    where reference = :reference returning reference
  ), retried as (
    update subscriptions set charge_on = least(charge_on, (now() at time zone 'Asia/Tokyo')::date)
    from replaced
    where subscriptions.reference = replaced.reference and subscriptions.state = 'past_due'
      and subscriptions.charge_on is not null
  ), forgotten as (
    select former.reference, former.card_seq from former join replaced using (reference)
    where former.card_seq is not null and former.card_seq <> :card_seq and former.provider = :provider
  ), enqueued_deletion as (
    ${enqueueSql([forgetCardJob], "forgotten")}
  )
  select reference from replaced`,
);

/** Makes a card the one to charge, and enqueues the deletion of the former one. */
export async function storeCard(
  db: Db,
  { provider }: Payments,
  reference: string,
  card: Card,
): Promise<void> {
  const { card_seq, last_digits, expires: card_month } = card;
  await replaceCard(db, { reference, provider: provider.name, card_seq, last_digits, card_month });
}

const clearCardOf = statement(
  "billing.clearCard",
  `
  update billing_customers set card_seq = null, last_digits = null, card_month = null
  where reference = :reference and card_seq = :card_seq`,
);

/** Notes that a card was deleted. */
export async function clearCard(db: Db, reference: string, card_seq: number): Promise<void> {
  await clearCardOf(db, { reference, card_seq });
}
