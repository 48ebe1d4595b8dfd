import { repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { composeLetter } from "#platform/mail/letter.ts";
import type { createMailer } from "#platform/mail/transport.ts";
import type { Services } from "#platform/services.ts";
import { sendPriceChangeJob } from "../job-definitions.ts";
import { addDays, type Day, findTokyoDay } from "../policy/periods.ts";
import { findPriceChange, writePriceChange } from "../queries/price-change.ts";
import { sendPriceNotice } from "./notices.ts";

type SendMail = ReturnType<typeof createMailer>;

/** Days that subscribers have between the mail and the first month at another price. */
export const priceNoticeDays = 30;

// Carriers bill what was agreed with them, and what was cancelled is not charged again.
const announce = statement(
  "billing.announcePrice",
  `
  with announced as (
    update subscriptions set next_amount = :amount, next_amount_on = :day::text::date
    where pk = any(array(
      select pk from subscriptions
      where payment_type = 'credit_card' and state in ('active', 'past_due') and cancelled_at is null
        and (coalesce(next_amount, amount) <> :amount or next_amount_on <> :day::text::date)
      limit 500 for update
    )) returning pk as subscription_pk
  ), enqueued as (
    ${enqueueSql([sendPriceChangeJob], "announced")}
  )
  select subscription_pk from announced`,
);

/**
 * Changes the price of the subscriptions by card, for the months that begin on `day` or later, and tells every subscriber
 * by mail and notice. Returns how many; undefined if the day comes too soon. Repeated, it tells only whom it has not told.
 */
export async function announcePrice(
  db: Db,
  amount: number,
  day: Day,
  today = findTokyoDay(),
): Promise<number | undefined> {
  if (day < addDays(today, priceNoticeDays)) return undefined;
  let told = 0;
  await repeatBatches(async () => {
    const announced = await announce(db, { amount, day });
    told += announced.length;
    return announced;
  });
  return told;
}

/** Tells a subscriber that the price changes; nobody who has cancelled meanwhile. */
export async function tellPriceChange(
  services: Services,
  send: SendMail,
  subscription_pk: number,
): Promise<void> {
  const { db, config } = services;
  const change = await findPriceChange(db, subscription_pk);
  if (!change) return;
  await sendPriceNotice(services, subscription_pk, change);
  if (!send || change.confirmed_email === null) return;
  const letter = writePriceChange(change, config.public_url);
  await send({ to: change.confirmed_email, ...composeLetter(letter, config.public_url) });
}
