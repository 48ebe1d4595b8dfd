import { type GmoSandbox, startGmo } from "@toibako/sandbox/gmo.ts";
import type { Fault } from "@toibako/sandbox/payment-faults.ts";
import { type StripeSandbox, startStripe } from "@toibako/sandbox/stripe.ts";
import { createPaymentProvider } from "#features/billing/providers/create-provider.ts";
import type { PaymentProvider } from "#features/billing/providers/provider.ts";
import { readPayment } from "../payment-config.ts";

/** The seller that the configuration asks for. */
export const sellerEnvironment = {
  SELLER_NAME: "Toibako Inc.",
  SELLER_REPRESENTATIVE: "Hako Toi",
  SELLER_ADDRESS: "1-1 Chiyoda, Tokyo",
  SELLER_PHONE: "03-0000-0000",
  SELLER_EMAIL: "seller@toibako.example",
};

/** Creates the provider of an environment, which is that of a sandbox. */
export function createTestProvider(environment: Record<string, string>): PaymentProvider {
  const provider = createPaymentProvider(readPayment({ ...sellerEnvironment, ...environment }));
  if (!provider) throw new Error("PAYMENT_PROVIDER is not set");
  return provider;
}

/** Whether the bank accepts a test card, or why it refuses to charge it. */
export type TestCard = "good" | "balance" | "card";

/** What contract tests need to know of a provider's sandbox. */
export interface PaymentBench {
  name: PaymentProvider["name"];
  provider: PaymentProvider;
  createToken(card?: TestCard): string;
  /** Lets the next call that charges, asks, saves a card or refunds fail. */
  plan(verb: "charge" | "ask" | "register" | "refund", fault: Fault): void;
  /** An error that says that nothing was done, and one that leaves it open. */
  errors: { busy: Fault; unknown: Fault; unknownButDone: Fault };
  setAuthenticating(isOn: boolean): void;
  /** Decides on the page of strong authentication, up to the browser's return. */
  decide(redirect_url: string, decision: "confirm" | "cancel"): Promise<unknown>;
  charges(): { order_id: string; amount: number }[];
  refunds(): { order_id: string; amount: number }[];
  close(): Promise<void>;
}

/** What the benches of both providers do alike. */
const describeSandbox = <Sandbox extends GmoSandbox | StripeSandbox>(sandbox: Sandbox) => ({
  sandbox,
  provider: createTestProvider(sandbox.environment),
  setAuthenticating: (isOn: boolean) => {
    sandbox.state.isAuthenticating = isOn;
  },
  decide: (redirect_url: string, decision: "confirm" | "cancel") =>
    sandbox.decideSecure(redirect_url, decision),
  charges: () => sandbox.book.charges.map(pick),
  refunds: () => sandbox.book.refunds.map(pick),
  close: () => sandbox.close(),
});

export async function openGmoBench(): Promise<PaymentBench & { sandbox: GmoSandbox }> {
  const sandbox = await startGmo(0, { isAuthenticating: false });
  const holders = { good: "TARO YAMADA", balance: "ERROR42G020000", card: "ERROR42G120000" };
  const calls = {
    charge: "ExecTran",
    ask: "SearchTradeMulti",
    register: "SaveCard",
    refund: "AlterTran",
  };
  return {
    name: "gmo",
    ...describeSandbox(sandbox),
    createToken: (card = "good") => sandbox.createToken({ holdername: holders[card] }),
    plan: (verb, fault) => sandbox.faults.plan(calls[verb], fault),
    errors: {
      busy: { kind: "error", codes: ["E92000001"] },
      unknown: { kind: "error", codes: ["E91099999"] },
      unknownButDone: { kind: "error", codes: ["E90010001"], isCarriedOut: true },
    },
  };
}

export async function openStripeBench(): Promise<PaymentBench & { sandbox: StripeSandbox }> {
  const sandbox = await startStripe(0, { isAuthenticating: false });
  const numbers = {
    good: "4111111111111111",
    balance: "4000000000009995",
    card: "4000000000000341",
  };
  const calls = {
    charge: "POST /v1/payment_intents",
    ask: "GET /v1/payment_intents",
    register: "POST /v1/payment_methods",
    refund: "POST /v1/refunds",
  };
  return {
    name: "stripe",
    ...describeSandbox(sandbox),
    createToken: (card = "good") => sandbox.createToken(numbers[card]),
    // The library repeats a call whose connection was cut, once and under the same idempotency key.
    plan: (verb, fault) =>
      sandbox.faults.plan(calls[verb], fault, fault.kind.startsWith("lost") ? 2 : 1),
    errors: {
      busy: { kind: "error", codes: ["rate_limit"] },
      unknown: { kind: "error", codes: ["api_error"] },
      unknownButDone: { kind: "error", codes: ["api_error"], isCarriedOut: true },
    },
  };
}

function pick({ order_id, amount }: { order_id: string; amount: number }) {
  return { order_id, amount };
}
