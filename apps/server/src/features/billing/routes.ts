import type { Route } from "#platform/http/endpoint.ts";
import type { Payments } from "./providers/payments.ts";
import { createCardRoutes } from "./routes/cards.ts";
import { createProviderRoutes } from "./routes/provider.ts";
import { createSubscriptionRoutes } from "./routes/subscriptions.ts";

/** The routes of billing; without a provider nothing is sold, and what was bought can still be read and cancelled. */
export function createBillingRoutes(payments: Payments | undefined): Route[] {
  return [
    ...createSubscriptionRoutes(payments),
    ...createCardRoutes(payments),
    ...createProviderRoutes(payments),
  ];
}
