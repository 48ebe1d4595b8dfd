import type { Card } from "@toibako/contract/billing/cards.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import type { Payments } from "../providers/payments.ts";
import { findCustomer } from "../queries/customers.ts";
import { findRenewingType } from "../queries/subscriptions.ts";
import { clearCard, ensureCustomer, storeCard } from "./customers.ts";

/** Saves the card of a token. It becomes the one to charge, and then the former one is deleted. */
export async function saveCard(
  { db }: Services,
  payments: Payments,
  user_pk: number,
  token: string,
): Promise<Card> {
  const reference = await ensureCustomer(db, payments, user_pk);
  const registered = await payments.provider.registerCard(reference, token);
  if (registered.outcome === "unknown") throw new Failure("payment_unavailable");
  if (registered.outcome === "not_done") {
    const isUnavailable = ["unavailable", "invalid"].includes(registered.reason);
    throw new Failure(isUnavailable ? "payment_unavailable" : "card_refused");
  }
  await storeCard(db, payments, reference, registered.card);
  return registered.card;
}

/** Deletes every card of an account at the provider, unless a subscription will be charged to it. */
export async function deleteCard(
  { db }: Services,
  { provider }: Payments,
  user_pk: number,
  card_seq: number,
): Promise<void> {
  const customer = await findCustomer(db, user_pk);
  if (customer?.card_seq !== card_seq) throw new Failure("not_found");
  if ((await findRenewingType(db, user_pk)) === "credit_card") throw new Failure("card_in_use");
  const { reference } = customer;
  // Also those whose saving got lost.
  const listed = await provider.listCards(reference);
  if (listed.outcome !== "done") throw new Failure("payment_unavailable");
  for (const card of listed.cards) {
    const forgotten = await provider.forgetCard(reference, card.card_seq);
    if (forgotten.outcome !== "done") throw new Failure("payment_unavailable");
  }
  await clearCard(db, reference, card_seq);
}
