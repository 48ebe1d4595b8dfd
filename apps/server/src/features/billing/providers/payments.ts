import type { Seller } from "@toibako/contract/billing.ts";
import type { PaymentConfig } from "#platform/payment-config.ts";
import type { Prices } from "../policy/plans.ts";
import { createPaymentProvider } from "./create-provider.ts";
import type { PaymentProvider } from "./provider.ts";

/** What the site sells and by whom it is paid. Undefined where no provider is configured: then nothing is sold. */
export interface Payments extends Prices {
  provider: PaymentProvider;
  /** Who sells, as the page of commercial disclosure and receipts state it; tests that don't need it have none. */
  seller?: Seller;
}

/** Creates what the configuration names; undefined without a payment provider. */
export function createPayments(config: PaymentConfig | undefined): Payments | undefined {
  const provider = createPaymentProvider(config);
  if (!config || !provider) return undefined;
  const { price, first_price, seller } = config;
  return { provider, price, first_price, seller };
}
