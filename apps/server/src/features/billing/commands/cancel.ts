import { isDeepStrictEqual } from "node:util";
import type { SurveyAnswer } from "@toibako/contract/billing/cancellation.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { endCarrierBillingJob } from "../job-definitions.ts";
import { readCarrier } from "../policy/orders.ts";
import { findTokyoDay } from "../policy/periods.ts";
import type { Payments } from "../providers/payments.ts";

// Cancelling in the days in which a failed renewal is tried again ends the subscription, because its last paid month is
// over. A carrier must be told; that it must is kept until it has heard it.
const cancelRenewalOf = statement(
  "billing.cancelRenewal",
  `
  with cancelled as (
    update subscriptions set cancelled_at = :now, charge_on = null,
      is_end_pending = subscriptions.payment_type <> 'credit_card',
      state = case when subscriptions.ends_on < :today::text::date then 'ended' else subscriptions.state end
    from billing_customers
    where billing_customers.user_pk = :user_pk
      and subscriptions.reference = billing_customers.reference
      and subscriptions.state in ('pending', 'active', 'past_due') and subscriptions.cancelled_at is null
    returning subscriptions.pk as subscription_pk, subscriptions.is_end_pending
  ), carriers as (
    select subscription_pk from cancelled where is_end_pending
  ), enqueued_end as (
    ${enqueueSql([endCarrierBillingJob], "carriers")}
  )
  select subscription_pk from cancelled`,
);

/** Cancels the renewal of an account's subscription; returns false if there is none that renews. */
export async function cancelRenewal(db: Db, user_pk: number): Promise<boolean> {
  const now = new Date();
  const cancelled = await cancelRenewalOf(db, { user_pk, now, today: findTokyoDay(now) });
  return cancelled.length > 0;
}

const insertSurvey = statement(
  "billing.insertSurvey",
  `
  insert into survey_answers (survey_id, user_pk, choice, other)
  select :survey_id, :user_pk, choice, other
  from unnest(:choices::int[], :others::text[]) as answers (choice, other)
  on conflict do nothing returning choice`,
);

/** Saves a survey and cancels; returns false if there is nothing to cancel. A repeated request has the same `survey_id`. */
export function saveSurveyAndCancel(
  db: Db,
  user_pk: number,
  survey_id: string,
  answers: readonly SurveyAnswer[],
): Promise<boolean> {
  return transaction(db, async (db) => {
    const isCancelled = await cancelRenewal(db, user_pk);
    if (!isCancelled) return isSaved(db, survey_id, answers);
    await insertSurvey(db, {
      survey_id,
      user_pk,
      choices: answers.map(({ select }) => select),
      others: answers.map(({ other }) => other?.trim() ?? ""),
    });
    return true;
  });
}

const selectSurvey = statement(
  "billing.selectSurvey",
  `select choice, other as "other!" from survey_answers where survey_id = :survey_id order by choice`,
);

/** Whether these answers were saved; throws `key_reused` if it were others. */
async function isSaved(
  db: Db,
  survey_id: string,
  answers: readonly SurveyAnswer[],
): Promise<boolean> {
  const saved = await selectSurvey(db, { survey_id });
  if (saved.length === 0) return false;
  const given = answers
    .map(({ select, other }) => ({ choice: select, other: other?.trim() ?? "" }))
    .sort((one, two) => one.choice - two.choice);
  if (!isDeepStrictEqual(saved, given)) throw new Failure("key_reused");
  return true;
}

// While a carrier has not confirmed the start, it has nothing to end.
const selectEndPending = statement(
  "billing.selectEndPending",
  `
  select subscriptions.pk, subscriptions.payment_type, charges.order_id
  from subscriptions
  join charges on charges.subscription_pk = subscriptions.pk and charges.period = 1
  where subscriptions.pk = :subscription_pk and subscriptions.is_end_pending
    and subscriptions.state <> 'pending'`,
);

const markEnded = statement(
  "billing.markEnded",
  "update subscriptions set is_end_pending = false where pk = :subscription_pk",
);

/** Tells a carrier that a subscription was cancelled; returns false if it could not be told. */
export async function endCarrierBilling(
  { db }: Pick<Services, "db">,
  { provider }: Payments,
  subscription_pk: number,
): Promise<boolean> {
  const [pending] = await selectEndPending(db, { subscription_pk });
  const carrier = pending && readCarrier(pending.payment_type);
  if (!carrier) return true;
  const ended = await provider.endCarrierBilling(pending.order_id, carrier);
  if (ended.outcome !== "done") return false;
  await markEnded(db, { subscription_pk });
  return true;
}
