import type { PaymentConfig } from "#platform/payment-config.ts";
import { createGmoProvider } from "./gmo.ts";
import type { PaymentProvider } from "./provider.ts";
import { createStripeProvider } from "./stripe.ts";

/** Creates the configured payment provider; undefined if none is configured, and then nothing is sold. */
export function createPaymentProvider(
  payment: PaymentConfig | undefined,
): PaymentProvider | undefined {
  if (payment === undefined) return undefined;
  const { provider, seller } = payment;
  return provider.provider === "gmo"
    ? createGmoProvider(provider, { phone: seller.phone })
    : createStripeProvider(provider);
}
