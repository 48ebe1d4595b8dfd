import type { Subscription } from "@toibako/contract/billing/subscriptions.ts";
import type { PaymentType } from "@toibako/contract/billing.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { type Day, findChargeDay, findTokyoDay } from "../policy/periods.ts";

/** SQL: what the next month of a subscription costs, after a change of the price that was announced. */
export const nextAmountSql = `coalesce(
  case when subscriptions.next_amount_on <= subscriptions.ends_on then subscriptions.next_amount end,
  subscriptions.amount
)`;

/** SQL condition: a subscription is usable on `day`, also while a failed renewal is tried again, or after cancelling. */
const buildUsableSql = (day: string) => `
  subscriptions.state in ('active', 'past_due')
  and (subscriptions.cancelled_at is null or subscriptions.ends_on >= ${day})`;

/** SQL condition: the account with the key `user_pk` has a usable subscription now. */
export const buildSubscriberSql = (user_pk: string) => `exists (
  select from billing_customers
  join subscriptions on subscriptions.reference = billing_customers.reference
  where billing_customers.user_pk = ${user_pk}
    and ${buildUsableSql("(now() at time zone 'Asia/Tokyo')::date")}
)`;

const selectSubscription = statement(
  "billing.selectSubscription",
  `
  select subscriptions.pk, subscriptions.state, subscriptions.payment_type, subscriptions.cancelled_at,
    subscriptions.expired_in::text as "expired_in!", subscriptions.ends_on::text as "ends_on!",
    subscriptions.starts_on::text as "starts_on!", subscriptions.charge_on::text as charge_on, ${nextAmountSql} as "next_amount!", billing_customers.card_seq
  from billing_customers join subscriptions on subscriptions.reference = billing_customers.reference
  where billing_customers.user_pk = :user_pk and ${buildUsableSql(":today::text::date")}`,
);
export type SubscriptionRow = Row<"billing.selectSubscription">;

/** Finds the usable subscription of an account. */
export async function findSubscription(
  db: Db,
  user_pk: number,
): Promise<SubscriptionRow | undefined> {
  return (await selectSubscription(db, { user_pk, today: findTokyoDay() }))[0];
}

/** The day of the next charge. A carrier may bill a month days after its beginning; the first one is billed at once. */
function findNextCharge(row: SubscriptionRow): Day {
  const { payment_type, starts_on, expired_in, ends_on } = row;
  if (payment_type === "credit_card") return row.charge_on ?? ends_on;
  const ofThisMonth = findChargeDay(expired_in, payment_type);
  const isToCome = expired_in !== starts_on && ofThisMonth >= findTokyoDay();
  return isToCome ? ofThisMonth : findChargeDay(ends_on, payment_type);
}

export function toSubscription(row: SubscriptionRow): Subscription {
  return {
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    expired_in: row.expired_in,
    ends_on: row.ends_on,
    payment_type: row.payment_type,
    card_seq: row.payment_type === "credit_card" ? row.card_seq : null,
    next_charge:
      row.charge_on === null ? null : { on: findNextCharge(row), amount: row.next_amount },
    is_past_due: row.state === "past_due",
  };
}

// An order that waits for its owner, who may have turned back, hinders nobody: the next attempt gives it up.
const selectPending = statement(
  "billing.selectPending",
  `
  select charges.order_id
  from billing_customers
  join subscriptions on subscriptions.reference = billing_customers.reference and subscriptions.state = 'pending'
  join charges on charges.subscription_pk = subscriptions.pk and charges.outcome in ('intended', 'unknown')
  where billing_customers.user_pk = :user_pk
    and (charges.redirect_url is null or charges.returned_at is not null or charges.abandoned_at is not null)`,
);

/** Finds the order of an account whose result is not known yet, and for which its owner can only wait. */
export async function findPendingOrder(db: Db, user_pk: number): Promise<string | null> {
  return (await selectPending(db, { user_pk }))[0]?.order_id ?? null;
}

const selectHistory = statement(
  "billing.selectHistory",
  `
  select exists (
    select from billing_customers
    join subscriptions on subscriptions.reference = billing_customers.reference
    where billing_customers.user_pk = :user_pk and subscriptions.state in ('active', 'past_due', 'ended')
  ) as "has_subscribed!"`,
);

/** Whether an account has never had a subscription. */
export async function isFirstSubscription(db: Db, user_pk: number): Promise<boolean> {
  const [history] = await selectHistory(db, { user_pk });
  return !history?.has_subscribed;
}

const selectRenewing = statement(
  "billing.selectRenewing",
  `
  select subscriptions.payment_type
  from billing_customers join subscriptions on subscriptions.reference = billing_customers.reference
  where billing_customers.user_pk = :user_pk and subscriptions.cancelled_at is null
    and subscriptions.state in ('pending', 'active', 'past_due')`,
);

/** How an account's subscription will be charged again, or is being charged; undefined if it won't. */
export async function findRenewingType(db: Db, user_pk: number): Promise<PaymentType | undefined> {
  return (await selectRenewing(db, { user_pk }))[0]?.payment_type;
}
