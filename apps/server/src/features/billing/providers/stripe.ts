import type { StripeConfig } from "#platform/payment-config.ts";
import type { PaymentProvider } from "./provider.ts";

export function createStripeProvider(_config: StripeConfig): PaymentProvider {
  throw new Error("not built yet");
}
