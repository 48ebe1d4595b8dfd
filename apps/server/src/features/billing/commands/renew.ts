import { statement } from "#platform/database/statement.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { formatOrderId } from "../policy/orders.ts";
import { findTokyoDay } from "../policy/periods.ts";
import type { Payments } from "../providers/payments.ts";
import { nextAmountSql } from "../queries/subscriptions.ts";
import { chargeCard } from "./pay.ts";
import { collectErrors, runTogether } from "./run-together.ts";

const batchSize = 200;
/** How many cards are charged at once. */
const concurrency = 20;

// A month with a charge whose result is unknown is not due: the janitor asks about it.
const dueSql = `
  subscriptions.charge_on <= :today::text::date and subscriptions.cancelled_at is null
  and subscriptions.state in ('active', 'past_due')
  and not exists (
    select from charges
    where charges.subscription_pk = subscriptions.pk and charges.period = subscriptions.paid_periods + 1
      and charges.outcome <> 'not_done'
  )`;

const selectDue = statement(
  "billing.selectDue",
  `
  select subscriptions.pk as subscription_pk from subscriptions
  where subscriptions.payment_type = 'credit_card' and ${dueSql} order by subscriptions.charge_on limit ${batchSize}`,
);

// The conditions are checked again, and the unique index refuses a second charge of a month.
const insertIntents = statement(
  "billing.insertIntents",
  `
  insert into charges (order_id, subscription_pk, provider, period, attempt, amount, created_at)
  select due.order_id, subscriptions.pk, :provider, subscriptions.paid_periods + 1, subscriptions.failures,
    ${nextAmountSql}, :now
  from unnest(:order_ids::text[], :subscription_pks::bigint[]) as due (order_id, subscription_pk)
  join subscriptions on subscriptions.pk = due.subscription_pk
  where ${dueSql}
  on conflict (subscription_pk, period) where outcome <> 'not_done' do nothing
  returning order_id`,
);

/**
 * Charges the subscriptions that are due, a batch at a time: first the intents of the batch are committed, then each is
 * called. What a process leaves when it ends is taken up by the janitor.
 */
export async function renewSubscriptions(services: Services, payments: Payments): Promise<void> {
  const now = new Date();
  const today = findTokyoDay(now);
  const errors = collectErrors();
  for (;;) {
    const due = await selectDue(services.db, { today });
    if (due.length === 0) break;
    const intents = await insertIntents(services.db, {
      now,
      today,
      provider: payments.provider.name,
      subscription_pks: due.map(({ subscription_pk }) => subscription_pk),
      order_ids: due.map(() => formatOrderId(createPublicId(), 0)),
    });
    await errors.catch(
      runTogether(intents, concurrency, ({ order_id }) => chargeCard(services, payments, order_id)),
    );
  }
  errors.throwAll();
}

const endCancelled = statement(
  "billing.endCancelled",
  `
  update subscriptions set state = 'ended', charge_on = null
  where pk = any(array(
    select pk from subscriptions
    where state in ('active', 'past_due') and cancelled_at is not null and ends_on < :today::text::date
    limit 500 for update of subscriptions skip locked
  )) returning pk`,
);

/** Ends cancelled subscriptions after their last day. */
export async function endSubscriptions({ db }: Services): Promise<void> {
  const today = findTokyoDay();
  while ((await endCancelled(db, { today })).length > 0);
}
