import type { Seller } from "@toibako/contract/billing/offers.ts";
import type { PaymentConfig } from "#platform/payment-config.ts";
import type { Prices } from "../policy/plans.ts";
import { createPaymentProvider } from "./create-provider.ts";
import type { PaymentProvider } from "./provider.ts";

/** What the site sells and by whom it is paid. */
export interface Payments extends Prices {
  provider: PaymentProvider;
  /** Who sells, as the page of commercial disclosure and receipts state it; tests that don't need it have none. */
  seller?: Seller;
}

/** Creates what the configuration says; undefined if no provider is configured, and then nothing is sold. */
export function createPayments(payment: PaymentConfig | undefined): Payments | undefined {
  const provider = createPaymentProvider(payment);
  if (!payment || !provider) return undefined;
  const { price, first_price, seller } = payment;
  return { provider, price, first_price, seller };
}
