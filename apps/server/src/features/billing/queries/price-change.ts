import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { translate } from "#platform/texts/texts.ts";
import { type Day, findMonthFrom } from "../policy/periods.ts";
import { formatBillingDay, formatYen } from "./offers.ts";

const selectPriceChange = statement(
  "billing.selectPriceChange",
  `
  select billing_customers.user_pk, subscriptions.amount, subscriptions.next_amount as "next_amount!",
    subscriptions.next_amount_on::text as "next_amount_on!", subscriptions.starts_on::text as "starts_on!",
    subscriptions.paid_periods, u.account, u.locale, u.confirmed_email
  from subscriptions
  join billing_customers on billing_customers.reference = subscriptions.reference
  join users u on u.pk = billing_customers.user_pk
  where subscriptions.pk = :subscription_pk and subscriptions.next_amount is not null
    and subscriptions.state in ('active', 'past_due') and subscriptions.cancelled_at is null`,
);

export interface PriceChange {
  user_pk: number;
  account: string;
  locale: Locale;
  confirmed_email: string | null;
  amount: number;
  next_amount: number;
  next_amount_on: Day;
  /** The day of the first charge at the new price. */
  charge_on: Day;
}

/** Finds what a subscriber is told about the price; undefined if nothing will be charged any more. */
export async function findPriceChange(
  db: Db,
  subscription_pk: number,
): Promise<PriceChange | undefined> {
  const [row] = await selectPriceChange(db, { subscription_pk });
  if (!row) return undefined;
  const { starts_on, paid_periods, ...change } = row;
  return { ...change, charge_on: findMonthFrom(starts_on, paid_periods + 1, row.next_amount_on) };
}

/** Writes the mail that comes before another price. */
export function writePriceChange(change: PriceChange, public_url: string): Letter {
  const { locale, account, amount, next_amount, charge_on } = change;
  const parameters = {
    account,
    former: formatYen(locale, amount),
    price: formatYen(locale, next_amount),
    date: formatBillingDay(locale, charge_on),
  };
  return {
    locale,
    subject: translate(locale, "mail_price_subject"),
    paragraphs: [
      translate(locale, "mail_price_text", parameters),
      translate(locale, "mail_price_cancel", parameters),
    ],
    button: {
      label: translate(locale, "mail_price_button"),
      url: `${public_url}/${locale}/stg?tab=card`,
    },
    reason: translate(locale, "mail_reason_account", { account }),
  };
}
