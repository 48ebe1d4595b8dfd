import type { PaymentConfig } from "#platform/payment-config.ts";
import type { Prices } from "../policy/plans.ts";
import { createPaymentProvider } from "./create-provider.ts";
import type { PaymentProvider } from "./provider.ts";

/** What the site sells and by whom it is paid. */
export interface Payments extends Prices {
  provider: PaymentProvider;
}

/** Creates what the configuration says; undefined if no provider is configured, and then nothing is sold. */
export function createPayments(payment: PaymentConfig | undefined): Payments | undefined {
  const provider = createPaymentProvider(payment);
  return (
    payment && provider && { provider, price: payment.price, first_price: payment.first_price }
  );
}
