import type { PaymentType } from "@toibako/contract/billing.ts";

/** The key of the only plan. */
export const planKey = "premium_monthly";

/** Yen including tax. */
export interface Prices {
  /** A month. */
  price: number;
  /** The first month of an account's first subscription; undefined if it costs the same. */
  first_price: number | undefined;
}

/** docomo and SoftBank bill the same amount every month. */
const samePriceTypes: readonly PaymentType[] = ["carrier_docomo", "carrier_softbank"];

/** The amounts for an account; the first month is only discounted before its first subscription. */
export function chooseAmounts(
  { price, first_price }: Prices,
  isFirst: boolean,
  payment_type: PaymentType = "credit_card",
) {
  const isDiscounted = isFirst && !samePriceTypes.includes(payment_type);
  return {
    first_amount: isDiscounted && first_price !== undefined ? first_price : price,
    amount: price,
  };
}
