import { findAttached, type Handler } from "./cards.ts";
import {
  createId,
  createList,
  createMissing,
  createSearchResult,
  type Dispute,
  type Intent,
  type Params,
  type PaymentError,
  readMetadata,
  readSeconds,
  StripeError,
  type StripeState,
} from "./state.ts";

/** Cards that the bank refuses to charge, as among Stripe's own test cards. */
const refusals: Record<string, string> = {
  "4000000000000341": "generic_decline",
  "4000000000009995": "insufficient_funds",
};

/** A card whose owner must confirm each charge. */
const confirmedNumber = "4000002760003184";

const createIntent: Handler = async (state, _ids, params) => {
  const customer = params.customer ?? "";
  if (!state.customers.has(customer)) throw createMissing("customer");
  const method = findAttached(state, params.payment_method, customer);
  const intent: Intent = {
    id: createId("pi"),
    created: readSeconds(state),
    amount: Number(params.amount),
    customer,
    payment_method: method.id,
    status: "requires_payment_method",
    return_url: params.return_url ?? "",
    last_payment_error: null,
    charge: undefined,
    metadata: readMetadata(params),
  };
  state.intents.set(intent.id, intent);
  const decline_code = refusals[method.card.number];
  if (decline_code !== undefined) {
    return refuse(state, intent, { code: "card_declined", decline_code });
  }
  const isAsked = params["payment_method_options[card][request_three_d_secure]"] === "any";
  const isConfirmed = method.card.number === confirmedNumber || (isAsked && state.isAuthenticating);
  if (isConfirmed && params.off_session === "true") {
    return refuse(state, intent, { code: "authentication_required" });
  }
  if (isConfirmed) intent.status = "requires_action";
  else void succeed(state, intent);
  return describeIntent(state, intent, params);
};

/** Leaves the intent without a card, and replies with the bank's refusal. */
function refuse(
  state: StripeState,
  intent: Intent,
  error: Pick<PaymentError, "code" | "decline_code">,
): never {
  fail(state, intent, error);
  throw new StripeError(402, {
    ...intent.last_payment_error,
    payment_intent: describeIntent(state, intent, {}),
  });
}

function fail(
  state: StripeState,
  intent: Intent,
  error: Pick<PaymentError, "code" | "decline_code">,
): void {
  intent.status = "requires_payment_method";
  intent.last_payment_error = { type: "card_error", message: "The card was refused.", ...error };
  void emit(state, "payment_intent.payment_failed", intent);
}

/** Charges; the promise ends with the shop's replies to the events. */
function succeed(state: StripeState, intent: Intent): Promise<void> {
  const { amount, id: payment_intent, metadata, customer } = intent;
  intent.status = "succeeded";
  intent.charge = {
    id: createId("ch"),
    created: readSeconds(state),
    amount,
    amount_refunded: 0,
    disputed: false,
    payment_intent,
    metadata,
  };
  const order_id = metadata.order_id ?? "";
  state.book.charges.push({ order_id, customer, amount, at: state.now() });
  return emit(state, "payment_intent.succeeded", intent);
}

function emit(state: StripeState, type: string, intent: Intent): Promise<void> {
  return state.emit(type, intent.metadata.order_id ?? "", describeIntent(state, intent, {}));
}

function describeIntent({ origin }: StripeState, intent: Intent, params: Params) {
  const { charge, ...fields } = intent;
  const isExpanded = Object.values(params).some((value) => /^(data\.)?latest_charge$/.test(value));
  const latest_charge = isExpanded && charge ? { object: "charge", ...charge } : charge?.id;
  const redirect_to_url = {
    url: `${origin}/authenticate/${intent.id}`,
    return_url: intent.return_url,
  };
  return {
    object: "payment_intent",
    ...fields,
    currency: "jpy",
    latest_charge: latest_charge ?? null,
    next_action:
      intent.status === "requires_action" ? { type: "redirect_to_url", redirect_to_url } : null,
  };
}

function findIntent({ intents }: StripeState, id = ""): Intent {
  const intent = intents.get(id);
  if (!intent) throw createMissing("payment_intent");
  return intent;
}

const readIntent: Handler = (state, [id], params) =>
  describeIntent(state, findIntent(state, id), params);

const listIntents: Handler = (state, _ids, params) => {
  const intents = [...state.intents.values()].filter(
    ({ customer }) => params.customer === undefined || customer === params.customer,
  );
  return createList(intents.reverse().map((intent) => describeIntent(state, intent, params)));
};

const searchIntents: Handler = (state, _ids, params) =>
  createSearchResult(state, state.intents, params, (intent) =>
    describeIntent(state, intent, params),
  );

const cancelIntent: Handler = (state, [id], params) => {
  const intent = findIntent(state, id);
  if (intent.status === "succeeded" || intent.status === "canceled") {
    const message = `This PaymentIntent is ${intent.status}.`;
    throw new StripeError(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message,
    });
  }
  intent.status = "canceled";
  void emit(state, "payment_intent.canceled", intent);
  return describeIntent(state, intent, params);
};

const createRefund: Handler = (state, _ids, params) => {
  const { charge, metadata, id } = findIntent(state, params.payment_intent);
  if (!charge) throw createMissing("charge");
  const rest = charge.amount - charge.amount_refunded;
  const amount = params.amount === undefined ? rest : Number(params.amount);
  if (rest === 0 || amount > rest) {
    throw new StripeError(400, {
      type: "invalid_request_error",
      code: rest === 0 ? "charge_already_refunded" : "amount_too_large",
      message: "The refund is larger than the charge.",
    });
  }
  charge.amount_refunded += amount;
  const order_id = metadata.order_id ?? "";
  state.book.refunds.push({ order_id, amount, at: state.now() });
  const refund = { id: createId("re"), amount, payment_intent: id };
  state.refunds.push(refund);
  void state.emit("charge.refunded", order_id, { object: "charge", ...charge });
  return { object: "refund", ...refund, status: "succeeded" };
};

const listDisputes: Handler = ({ disputes }, _ids, params) =>
  createList(
    disputes
      .filter(({ payment_intent }) => payment_intent === params.payment_intent)
      .map((dispute) => ({ object: "dispute", ...dispute })),
  );

export const chargeRoutes: Record<string, Handler> = {
  "POST /v1/payment_intents": createIntent,
  "GET /v1/payment_intents": listIntents,
  "GET /v1/payment_intents/search": searchIntents,
  "GET /v1/payment_intents/:id": readIntent,
  "POST /v1/payment_intents/:id/cancel": cancelIntent,
  "POST /v1/refunds": createRefund,
  "GET /v1/disputes": listDisputes,
};

/**
 * Does what the owner of the card has decided, and returns where the browser goes. The shop gets the events before that.
 * A charge that waits for nothing stays as it is.
 */
export async function decide(
  state: StripeState,
  id: string,
  decision: string,
): Promise<string | undefined> {
  const intent = state.intents.get(id);
  if (!intent) return undefined;
  if (intent.status === "requires_action" && decision === "confirm") await succeed(state, intent);
  if (intent.status === "requires_action") {
    fail(state, intent, { code: "payment_intent_authentication_failure" });
  }
  const address = new URL(intent.return_url);
  address.searchParams.set("payment_intent", id);
  const isDone = intent.status === "succeeded";
  address.searchParams.set("redirect_status", isDone ? "succeeded" : "failed");
  return address.href;
}

/** Lets the owner of a card dispute the charge of an order; the bank takes the whole of it back at once. */
export function dispute(state: StripeState, order_id: string): Promise<void> {
  const intent = [...state.intents.values()].find(({ metadata }) => metadata.order_id === order_id);
  if (!intent?.charge) throw new Error("no such charge");
  intent.charge.disputed = true;
  const created: Dispute = {
    id: createId("dp"),
    amount: intent.charge.amount,
    status: "needs_response",
    payment_intent: intent.id,
  };
  state.disputes.push(created);
  return state.emit("charge.dispute.created", order_id, { object: "dispute", ...created });
}
