/** The key of the only plan. */
export const planKey = "premium_monthly";

/** Yen including tax. */
export interface Prices {
  /** A month. */
  price: number;
  /** The first month of an account's first subscription; undefined if it costs the same. */
  first_price: number | undefined;
}

/** The amounts for an account; the first month is only discounted before its first subscription. */
export function chooseAmounts({ price, first_price }: Prices, isFirst: boolean) {
  return {
    first_amount: isFirst && first_price !== undefined ? first_price : price,
    amount: price,
  };
}
