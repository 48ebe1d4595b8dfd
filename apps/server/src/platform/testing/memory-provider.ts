import type { Card } from "@toibako/contract/billing/cards.ts";
import type {
  CardCharge,
  OrderKey,
  OrderState,
  Outcome,
  PaymentProvider,
  Refusal,
} from "../../features/billing/providers/provider.ts";

/**
 * What goes wrong with a call: the request is lost, its reply is lost, it is carried out only when the test says so, it is
 * refused, or the owner of the card must confirm it.
 */
export type Fault = "lost_request" | "lost_reply" | "late" | "confirm" | Refusal;

type Verb = "registerCard" | "charge" | "ask" | "completeCharge" | "refund" | "endCarrierBilling";

export interface MemoryOrder extends OrderState {
  customer: string;
  charged: number;
}

const unknown = { outcome: "unknown", code: "timeout" } as const;
const done = { outcome: "done" } as const;

/** A payment provider in memory, for tests; `faults` are those of the next calls of each kind. */
export function createMemoryProvider() {
  const orders = new Map<string, MemoryOrder>();
  const cards = new Map<string, Card[]>();
  const faults: Partial<Record<Verb, Fault[]>> = {};
  const usedTokens = new Set<string>();
  const late: (() => void)[] = [];
  const calls: { verb: Verb; order_id: string }[] = [];
  const state = { cardSeq: 0, isDown: false, results: new Map<string, never[]>() };

  /** Carries out a call as its fault says. */
  const run = async <T extends { outcome: string }>(
    verb: Verb,
    order_id: string,
    work: () => T,
  ): Promise<T | typeof unknown | { outcome: "not_done"; reason: Refusal; code: string }> => {
    calls.push({ verb, order_id });
    const fault = state.isDown ? "lost_request" : faults[verb]?.shift();
    if (fault === undefined || fault === "confirm") return work();
    if (fault === "lost_request") return unknown;
    if (fault === "late") {
      late.push(work);
      return unknown;
    }
    if (fault === "lost_reply") {
      work();
      return unknown;
    }
    return { outcome: "not_done", reason: fault, code: fault };
  };

  const store = (order_id: string, customer: string, order: Omit<OrderState, "disputed">) => {
    orders.set(order_id, { ...order, customer, disputed: null, charged: order.amount });
  };
  const nothing: OrderState = { state: "nothing", amount: 0, disputed: null, processed_at: null };
  const read = ({ order_id }: OrderKey): Outcome<OrderState> => ({
    ...done,
    ...(orders.get(order_id) ?? nothing),
  });

  const capture = (order_id: string) => {
    const order = orders.get(order_id);
    if (order?.state !== "pending") return;
    store(order_id, order.customer, { ...order, state: "charged", processed_at: new Date() });
  };

  const provider: PaymentProvider = {
    name: "gmo",
    settings: {
      provider: "gmo",
      script_url: "https://pay.example/token.js",
      public_key: "public",
      payment_types: ["credit_card", "carrier_au", "carrier_docomo", "carrier_softbank"],
    },
    hosts: { script: "https://pay.example", connect: [], frame: [], form: [] },
    registerCard: (customer, token) =>
      run("registerCard", token, () => {
        if (usedTokens.has(token))
          return { outcome: "not_done", reason: "token", code: "used" } as const;
        usedTokens.add(token);
        const card_seq = cards.has(customer) ? ++state.cardSeq : 0;
        const card = { card_seq, last_digits: "111", expires: "2029-04" };
        cards.set(customer, [...(cards.get(customer) ?? []), card]);
        return { ...done, card };
      }),
    listCards: async (customer) => ({ ...done, cards: cards.get(customer) ?? [] }),
    forgetCard: async (customer, card_seq) => {
      if (state.isDown) return unknown;
      const kept = (cards.get(customer) ?? []).filter((card) => card.card_seq !== card_seq);
      cards.set(customer, kept);
      return done;
    },
    forgetCustomer: async (customer) => {
      if (state.isDown) return unknown;
      cards.delete(customer);
      return done;
    },
    charge: ({ order_id, customer, amount, return_url }: CardCharge) => {
      const needsConfirmation = faults.charge?.[0] === "confirm" && return_url !== undefined;
      return run("charge", order_id, () => {
        const earlier = orders.get(order_id);
        if (earlier?.state === "charged") {
          return { ...done, processed_at: earlier.processed_at ?? new Date() };
        }
        const processed_at = new Date();
        if (needsConfirmation) {
          store(order_id, customer, { state: "pending", amount, processed_at: null });
          return { outcome: "confirm", redirect_url: "https://pay.example/confirm" };
        }
        store(order_id, customer, { state: "charged", amount, processed_at });
        return { ...done, processed_at };
      });
    },
    completeCharge: ({ order_id }) =>
      run("completeCharge", order_id, () => {
        capture(order_id);
        const order = orders.get(order_id);
        if (order?.state !== "charged") {
          return { outcome: "not_done", reason: "broken_off", code: "failed" } as const;
        }
        return { ...done, processed_at: order.processed_at ?? new Date() };
      }),
    abandonCharge: async (key) => {
      if (state.isDown) return unknown;
      if (orders.get(key.order_id)?.state === "pending") orders.delete(key.order_id);
      return read(key);
    },
    ask: (key) => run("ask", key.order_id, () => read(key)),
    refund: ({ order_id }, { amount }) =>
      run("refund", order_id, () => {
        const order = orders.get(order_id);
        if (!order) return { outcome: "not_done", reason: "not_found", code: "none" } as const;
        order.amount -= amount;
        if (order.amount === 0) order.state = "returned";
        return done;
      }),
    startCarrierBilling: async ({ order_id, carrier, amount }) => {
      store(order_id, carrier, { state: "pending", amount, processed_at: null });
      const start_url = "https://carrier.example/start";
      return { ...done, start_url, access_id: "access", token: "token" };
    },
    endCarrierBilling: (order_id) =>
      run("endCarrierBilling", order_id, () => {
        const order = orders.get(order_id);
        if (order) order.state = "ended";
        return done;
      }),
    readCarrierResults: async () => ({ ...done, results: undefined }),
    readNotification: async (body) =>
      new URLSearchParams(body.toString()).get("OrderID") ?? undefined,
    notificationReply: "0",
  };

  return {
    provider,
    orders,
    cards,
    calls,
    faults,
    state,
    /** What the person does on the page of the bank. */
    confirm: (order_id: string) => capture(order_id),
    /** What the person does on the page of the carrier. */
    register: (order_id: string) => {
      const order = orders.get(order_id);
      if (order) Object.assign(order, { state: "registered", processed_at: new Date() });
    },
    /** Carries out the calls that were late. */
    deliver: () => {
      for (const work of late.splice(0)) work();
    },
    /** Yen that the provider has taken, less what it has given back. */
    sum: () => {
      const charged = [...orders.values()].filter(({ state }) => state === "charged");
      return charged.reduce((total, { amount }) => total + amount, 0);
    },
  };
}
