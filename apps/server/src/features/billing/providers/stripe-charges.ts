import type Stripe from "stripe";
import { doubt, type Failed, refuse } from "./outcomes.ts";
import type { CardCharge, OrderKey, OrderState, Outcome, PaymentProvider } from "./provider.ts";
import { type CallStripe, findCustomer, findMethod } from "./stripe-cards.ts";
import { explainError, refuseCard } from "./stripe-errors.ts";

type Charging = Awaited<ReturnType<PaymentProvider["charge"]>>;
type Charged = Outcome<{ processed_at: Date }>;

const noOrder: OrderState = { state: "nothing", amount: 0, disputed: 0, processed_at: null };

/** Turns what the library throws into an outcome. */
async function catchErrors<T>(work: () => Promise<T>): Promise<T | Failed> {
  try {
    return await work();
  } catch (error) {
    return explainError(error);
  }
}

/**
 * Charges of cards. An order is a payment intent with our order id in its metadata; it is found among those of its
 * customer, a list that doesn't lag. The idempotency key keeps two calls at once from making two; Stripe forgets keys
 * after a day, but then the list is complete.
 */
export function createStripeCharges(call: CallStripe) {
  const findIntent = async ({ order_id, customer }: Pick<OrderKey, "order_id" | "customer">) => {
    const known = await findCustomer(call, customer);
    if (!known) return { customer: undefined, intent: await searchIntent(order_id) };
    const intents = await call((stripe) =>
      stripe.paymentIntents
        .list({ customer: known.id, limit: 100, expand: ["data.latest_charge"] })
        .autoPagingToArray({ limit: 10_000 }),
    );
    const intent = intents.find(({ metadata }) => metadata.order_id === order_id);
    return { customer: known.id, intent };
  };

  /** A customer who was deleted has no list any more. Search lags, but such orders are old. */
  const searchIntent = async (order_id: string) => {
    const query = `metadata['order_id']:'${order_id}'`;
    const expand = ["data.latest_charge"];
    const found = await call((stripe) => stripe.paymentIntents.search({ query, limit: 1, expand }));
    return found.data[0];
  };

  const readState = async (intent: Stripe.PaymentIntent | undefined): Promise<OrderState> => {
    if (!intent || isEnded(intent)) return noOrder;
    const charge = readCharge(intent);
    if (intent.status !== "succeeded" || !charge) {
      return { ...noOrder, state: "pending", amount: intent.amount };
    }
    const amount = charge.amount - charge.amount_refunded;
    return {
      state: amount === 0 ? "returned" : "charged",
      amount,
      disputed: charge.disputed ? await sumDisputes(intent.id) : 0,
      processed_at: new Date(charge.created * 1000),
    };
  };

  const sumDisputes = async (payment_intent: string): Promise<number> => {
    const disputes = await call((stripe) => stripe.disputes.list({ payment_intent, limit: 100 }));
    const open = disputes.data.filter(({ status }) =>
      ["needs_response", "under_review", "lost"].includes(status),
    );
    return open.reduce((sum, { amount }) => sum + amount, 0);
  };

  const ask: PaymentProvider["ask"] = (order) =>
    catchErrors(async () => {
      const { intent } = await findIntent(order);
      return { outcome: "done" as const, ...(await readState(intent)) };
    });

  const charge = (order: CardCharge): Promise<Charging> =>
    catchErrors(async () => {
      const { customer, intent } = await findIntent(order);
      if (!customer) return refuse("not_found", "no such customer");
      if (intent && intent.amount !== order.amount) {
        return refuse("invalid", "the order has another amount");
      }
      if (intent) return readOutcome(intent);
      const method = await findMethod(call, customer, order.card_seq);
      if (!method) return refuse("not_found", "no such card");
      const params = createParams(order, customer, method.id);
      const options = { idempotencyKey: `charge-${order.order_id}` };
      return readOutcome(await call((stripe) => stripe.paymentIntents.create(params, options)));
    });

  const completeCharge: PaymentProvider["completeCharge"] = (order): Promise<Charged> =>
    catchErrors(async () => {
      const { intent } = await findIntent(order);
      if (!intent) return refuse("not_found", "no such order");
      const outcome = readOutcome(intent);
      return outcome.outcome === "confirm" ? doubt("requires_action") : outcome;
    });

  const abandonCharge: PaymentProvider["abandonCharge"] = (order) =>
    catchErrors(async () => {
      const { intent } = await findIntent(order);
      if (intent && intent.status !== "succeeded" && intent.status !== "canceled") {
        await cancelIntent(intent.id);
      }
      return ask(order);
    });

  /** Cancels an intent, unless it was quicker. */
  const cancelIntent = async (id: string): Promise<void> => {
    try {
      await call((stripe) =>
        stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" }),
      );
    } catch (error) {
      const { code } = explainError(error);
      if (code !== "payment_intent_unexpected_state") throw error;
    }
  };

  const refund: PaymentProvider["refund"] = (order, { charged, amount }) =>
    catchErrors(async () => {
      const { intent } = await findIntent(order);
      const current = await readState(intent);
      if (!intent) return refuse("not_found", "no such order");
      if (current.amount === charged - amount) return { outcome: "done" as const };
      if (current.amount !== charged || amount <= 0 || amount > charged) {
        return refuse("invalid", `${current.amount} are charged`);
      }
      const options = { idempotencyKey: `refund-${order.order_id}-${charged}-${amount}` };
      const { status } = await call((stripe) =>
        stripe.refunds.create({ payment_intent: intent.id, amount }, options),
      );
      return status === "failed" || status === "canceled"
        ? refuse("invalid", `refund ${status}`)
        : { outcome: "done" as const };
    });

  return { ask, charge, completeCharge, abandonCharge, refund };
}

function createParams(
  { order_id, amount, return_url }: CardCharge,
  customer: string,
  payment_method: string,
): Stripe.PaymentIntentCreateParams {
  return {
    amount,
    currency: "jpy",
    customer,
    payment_method,
    allowed_payment_method_types: ["card"],
    metadata: { order_id },
    confirm: true,
    expand: ["latest_charge"],
    // Strong authentication needs somebody at a browser; with it, the card may be charged later without.
    ...(return_url === undefined
      ? { off_session: true }
      : {
          return_url,
          setup_future_usage: "off_session",
          payment_method_options: { card: { request_three_d_secure: "any" } },
        }),
  };
}

/** Whether an intent will never charge: the bank refused, its owner broke off, or it was cancelled. */
function isEnded({ status }: Stripe.PaymentIntent): boolean {
  return status === "requires_payment_method" || status === "canceled";
}

function readCharge({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof latest_charge === "object" ? (latest_charge ?? undefined) : undefined;
}

function readOutcome(intent: Stripe.PaymentIntent): Charging {
  const { status, last_payment_error, next_action } = intent;
  const charge = readCharge(intent);
  if (status === "succeeded" && charge?.amount_refunded === charge?.amount) {
    return refuse("invalid", "the order was given back");
  }
  if (status === "succeeded" && charge) {
    return { outcome: "done", processed_at: new Date(charge.created * 1000) };
  }
  if (status === "canceled") return refuse("broken_off", "canceled");
  if (status === "requires_payment_method") {
    return refuseCard(last_payment_error?.decline_code || last_payment_error?.code || status);
  }
  const redirect_url = next_action?.redirect_to_url?.url;
  return redirect_url ? { outcome: "confirm", redirect_url } : doubt(status);
}
