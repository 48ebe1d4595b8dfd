import type { Offer } from "@toibako/contract/billing/offers.ts";
import type { PaymentType } from "@toibako/contract/billing.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { findPeriod, findTokyoDay } from "../policy/periods.ts";
import { planKey } from "../policy/plans.ts";
import type { Payments } from "../providers/payments.ts";
import { abandonOrder, applyOrderState } from "./apply-order-state.ts";
import { findOrder, isSettled } from "./settle.ts";

// The unique index of live subscriptions decides who is first, whatever way each wants to pay.
const insertSubscription = statement(
  "billing.insertSubscription",
  `
  insert into subscriptions
    (reference, plan_key, payment_type, starts_on, first_amount, amount, expired_in, ends_on)
  values (:reference, :plan_key, :payment_type, :starts_on::text::date, :first_amount, :amount,
    :expired_in::text::date, :ends_on::text::date)
  on conflict (reference) where state in ('pending', 'active', 'past_due') do nothing
  returning pk`,
);

const insertIntent = statement(
  "billing.insertIntent",
  `
  insert into charges (order_id, subscription_pk, provider, period, amount, request_hash, created_at)
  values (:order_id, :subscription_pk, :provider, 1, :amount, :request_hash, :now)`,
);

const insertContract = statement(
  "billing.insertContract",
  `
  insert into contracts (order_id, version, locale, terms)
  values (:order_id, :version, :locale, :terms::text::jsonb)`,
);

const endExpired = statement(
  "billing.endExpired",
  `
  update subscriptions set state = 'ended', charge_on = null
  where reference = :reference and state in ('active', 'past_due') and cancelled_at is not null
    and ends_on < :today::text::date`,
);

const selectLive = statement(
  "billing.selectLive",
  `
  select subscriptions.state, charges.order_id
  from subscriptions left join charges on charges.subscription_pk = subscriptions.pk
    and charges.period = 1 and charges.outcome in ('intended', 'unknown')
  where subscriptions.reference = :reference and subscriptions.state in ('pending', 'active', 'past_due')`,
);

/** What somebody wants to subscribe to, and the id of its first order. */
export interface Wish {
  reference: string;
  order_id: string;
  request_hash: Buffer;
  payment_type: PaymentType;
  offer: Offer;
  /** The language in which the offer was read. */
  locale: Locale;
}

/**
 * Commits the intent to subscribe: subscription, first charge and contract. An earlier attempt without a result is asked
 * about first, and one that waits for its owner is given up. Returns the order to pay: that of the earlier attempt if its
 * result is still unknown. Throws `already_subscribed` if there is a subscription.
 */
export async function reserve(
  services: Services,
  payments: Payments,
  wish: Wish,
): Promise<{ order_id: string; isNew: boolean }> {
  const { db } = services;
  const { reference, order_id } = wish;
  const today = findTokyoDay();
  await endExpired(db, { reference, today });
  if (await insertWish(services, payments, wish, today)) return { order_id, isNew: true };
  const [live] = await selectLive(db, { reference });
  // The same request, sent twice at once.
  if (live?.order_id === order_id) return { order_id, isNew: false };
  if (live?.state === "pending" && live.order_id !== null) {
    const earlier = await endAttempt(services, payments, live.order_id);
    if (earlier === "unknown") return { order_id: live.order_id, isNew: false };
    if (earlier === "not_done" && (await insertWish(services, payments, wish, today))) {
      return { order_id, isNew: true };
    }
  }
  throw new Failure("already_subscribed");
}

function insertWish(
  { db }: Services,
  { provider: { name: provider } }: Payments,
  wish: Wish,
  starts_on: string,
): Promise<boolean> {
  const { reference, order_id, request_hash, payment_type, offer, locale } = wish;
  const { first_amount, amount, version, terms } = offer;
  return transaction(db, async (db) => {
    const [subscription] = await insertSubscription(db, {
      reference,
      plan_key: planKey,
      payment_type,
      starts_on,
      first_amount,
      amount,
      ...findPeriod(starts_on, 1),
    });
    if (!subscription) return false;
    const intent = { order_id, amount: first_amount, request_hash, now: new Date() };
    await insertIntent(db, { ...intent, provider, subscription_pk: subscription.pk });
    await insertContract(db, { order_id, version, locale, terms: JSON.stringify(terms) });
    return true;
  });
}

/** Gives up an attempt that waits for its owner, and asks about one whose result is unknown. */
async function endAttempt(services: Services, payments: Payments, order_id: string) {
  const order = await findOrder(services.db, order_id);
  if (!order || isSettled(order)) return "not_done";
  if (order.redirect_url !== null && order.returned_at === null) {
    return abandonOrder(services, payments, order_id);
  }
  if (order.outcome === "unknown") return applyOrderState(services, payments, order_id);
  // Another request is paying it at this moment, or its process has ended and the janitor takes it up.
  return "running";
}
