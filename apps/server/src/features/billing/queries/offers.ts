import { createHash } from "node:crypto";
import type { BillingItem, Offer } from "@toibako/contract/billing/offers.ts";
import type { PaymentType } from "@toibako/contract/billing.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import { readCarrier } from "../policy/orders.ts";
import { addMonths, type Day, findChargeDay } from "../policy/periods.ts";
import { chooseAmounts, type Prices, planKey } from "../policy/plans.ts";

/** What is agreed to: these amounts are charged, and the terms are written from them. */
export interface Agreement {
  payment_type: PaymentType;
  starts_on: Day;
  first_amount: number;
  amount: number;
}

export const formatYen = (locale: Locale, amount: number) =>
  new Intl.NumberFormat(getLanguageTag(locale)).format(amount);

/** Formats a day of the calendar in Asia/Tokyo, in every language with the year that the pages show. */
export const formatBillingDay = (locale: Locale, day: Day) =>
  new Intl.DateTimeFormat(getLanguageTag(locale), {
    dateStyle: "long",
    timeZone: "UTC",
    calendar: "gregory",
  }).format(new Date(day));

export function describeItem(prices: Prices, isFirst: boolean, locale: Locale): BillingItem {
  const { first_amount, amount } = chooseAmounts(prices, isFirst);
  const is_discounted = first_amount < amount;
  const format = (key: "billing_price" | "billing_first_price", yen: number) =>
    translate(locale, key, { price: formatYen(locale, yen) });
  return {
    key: planKey,
    name: translate(locale, `billing_${planKey}`),
    readable_price: format("billing_price", amount),
    is_discounted,
    discount_price: is_discounted ? format("billing_first_price", first_amount) : null,
  };
}

const monthsOfYear = 12;

/**
 * Writes the six terms that Japan's Act on Specified Commercial Transactions asks for before a charge. `version` is a
 * hash of all that the page shows, so that it changes with any of it.
 */
export function describeOffer(agreement: Agreement, locale: Locale): Offer {
  const { payment_type, starts_on, first_amount, amount } = agreement;
  const carrier = readCarrier(payment_type);
  const next_charge_on = findChargeDay(addMonths(starts_on, 1), payment_type);
  const parameters = {
    first_price: formatYen(locale, first_amount),
    price: formatYen(locale, amount),
    year_price: formatYen(locale, first_amount + (monthsOfYear - 1) * amount),
    date: formatBillingDay(locale, next_charge_on),
    day: Number(starts_on.slice(8)),
    carrier: carrier ? translate(locale, `billing_carrier_${carrier}`) : "",
  };
  const write = (key: Offer["terms"][number]["key"], text: TextKey) => ({
    key,
    title: translate(locale, `billing_term_${key}`),
    text: translate(locale, text, parameters),
  });
  const shown = {
    target_key: planKey,
    payment_type,
    first_amount,
    amount,
    next_charge_on,
    terms: [
      write("what", "billing_term_what_text"),
      write("price", "billing_term_price_text"),
      write("payment", carrier ? "billing_term_payment_carrier" : "billing_term_payment_card"),
      write("start", "billing_term_start_text"),
      write("cancelling", "billing_term_cancelling_text"),
      write(
        "deadline",
        first_amount < amount ? "billing_term_deadline_first" : "billing_term_deadline_text",
      ),
    ],
  };
  const version = createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
  return { ...shown, version };
}
