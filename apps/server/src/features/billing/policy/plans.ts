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

/** Ways to pay that bill the same amount every month. */
const evenTypes: readonly PaymentType[] = ["carrier_docomo", "carrier_softbank"];

/** The amounts for an account; the first month is only discounted before its first subscription. */
export function chooseAmounts(
  { price, first_price = price }: Prices,
  isFirst: boolean,
  payment_type: PaymentType,
) {
  return {
    first_amount: isFirst && !evenTypes.includes(payment_type) ? first_price : price,
    amount: price,
  };
}
