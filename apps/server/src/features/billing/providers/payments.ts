import type { Prices } from "../policy/plans.ts";
import type { PaymentProvider } from "./provider.ts";

/** What the site sells and by whom it is paid. Undefined where no provider is configured: then nothing is sold. */
export interface Payments extends Prices {
  provider: PaymentProvider;
}
