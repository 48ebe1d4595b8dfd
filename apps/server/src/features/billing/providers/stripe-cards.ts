import type { Card } from "@toibako/contract/billing/cards.ts";
import type Stripe from "stripe";
import { refuse } from "./outcomes.ts";
import type { Outcome, PaymentProvider } from "./provider.ts";
import { explainError } from "./stripe-errors.ts";

/** Calls the library in turn with other calls; throws what the library throws. */
export type CallStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** Seconds after which Stripe's search surely finds a new customer. */
const searchLagSeconds = 3_600;

/**
 * Finds a customer by our reference, which is in its metadata. Search lags behind, so that new customers are looked
 * through as well.
 */
export async function findCustomer(
  call: CallStripe,
  reference: string,
): Promise<Stripe.Customer | undefined> {
  const query = `metadata['reference']:'${reference}'`;
  const found = await call((stripe) => stripe.customers.search({ query, limit: 1 }));
  if (found.data[0]) return found.data[0];
  const gte = Math.floor(Date.now() / 1000) - searchLagSeconds;
  const recent = await call((stripe) =>
    stripe.customers.list({ created: { gte }, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  );
  return recent.find(({ metadata }) => metadata.reference === reference);
}

async function listMethods(call: CallStripe, customer: string) {
  return call((stripe) =>
    stripe.customers
      .listPaymentMethods(customer, { type: "card", limit: 100 })
      .autoPagingToArray({ limit: 1_000 }),
  );
}

/** Finds the card that has the number `card_seq` in its metadata; the newest if two were saved at once. */
export async function findMethod(call: CallStripe, customer: string, card_seq: number) {
  const methods = await listMethods(call, customer);
  return methods.find(({ metadata }) => metadata?.card_seq === String(card_seq));
}

/** Customers and their cards. The number of a card is counted in the customer's metadata, so it is never reused. */
export function createStripeCards(call: CallStripe) {
  const findOrCreateCustomer = async (reference: string) =>
    (await findCustomer(call, reference)) ??
    call((stripe) =>
      stripe.customers.create(
        { metadata: { reference, card_count: "0" } },
        { idempotencyKey: `customer-${reference}` },
      ),
    );

  const listCards: PaymentProvider["listCards"] = async (reference) => {
    try {
      const customer = await findCustomer(call, reference);
      const methods = customer ? await listMethods(call, customer.id) : [];
      const cards = methods.map(readCard).sort((a, b) => a.card_seq - b.card_seq);
      return { outcome: "done", cards };
    } catch (error) {
      return explainError(error);
    }
  };

  const registerCard = async (
    reference: string,
    token: string,
  ): Promise<Outcome<{ card: Card }>> => {
    try {
      const { id, metadata } = await findOrCreateCustomer(reference);
      const card_seq = metadata.card_count ?? "0";
      const { id: method } = await call((stripe) =>
        stripe.paymentMethods.create({ type: "card", card: { token }, metadata: { card_seq } }),
      );
      const card_count = String(Number(card_seq) + 1);
      await call((stripe) => stripe.customers.update(id, { metadata: { card_count } }));
      const attached = await call((stripe) =>
        stripe.paymentMethods.attach(method, { customer: id }),
      );
      return { outcome: "done", card: readCard(attached) };
    } catch (error) {
      return explainError(error);
    }
  };

  const forgetCard: PaymentProvider["forgetCard"] = async (reference, card_seq) => {
    try {
      const customer = await findCustomer(call, reference);
      const method = customer && (await findMethod(call, customer.id, card_seq));
      if (method) await call((stripe) => stripe.paymentMethods.detach(method.id));
      return { outcome: "done" };
    } catch (error) {
      return explainError(error);
    }
  };

  const forgetCustomer: PaymentProvider["forgetCustomer"] = async (reference) => {
    try {
      const customer = await findCustomer(call, reference);
      if (customer) await call((stripe) => stripe.customers.del(customer.id));
      return { outcome: "done" };
    } catch (error) {
      const failed = explainError(error);
      const isGone = failed.outcome === "not_done" && failed.reason === "not_found";
      return isGone ? { outcome: "done" } : failed;
    }
  };

  return { listCards, registerCard, forgetCard, forgetCustomer };
}

function readCard({ metadata, card }: Stripe.PaymentMethod): Card {
  return {
    card_seq: Number(metadata?.card_seq ?? 0),
    last_digits: card?.last4 ?? "",
    expires: `${card?.exp_year}-${String(card?.exp_month).padStart(2, "0")}`,
  };
}

/** What Stripe doesn't offer. */
export async function refuseCarrier() {
  return refuse("invalid", "Stripe has no carriers");
}
