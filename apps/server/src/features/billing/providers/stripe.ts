import Stripe from "stripe";
import { createPeerCaller } from "#platform/http/peers.ts";
import type { StripeConfig } from "#platform/payment-config.ts";
import { callsAtOnce } from "./outcomes.ts";
import type { PaymentProvider } from "./provider.ts";
import { type CallStripe, createStripeCards, refuseCarrier } from "./stripe-cards.ts";
import { createStripeCharges } from "./stripe-charges.ts";
import { isLost } from "./stripe-errors.ts";

const timeoutMilliseconds = 14_000;

/** Stripe: cards only. */
export function createStripeProvider(
  config: StripeConfig,
  { timeout_ms = timeoutMilliseconds }: { timeout_ms?: number } = {},
): PaymentProvider {
  const { protocol, hostname, port } = new URL(config.api_url);
  const stripe = new Stripe(config.secret_key, {
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    protocol: protocol === "http:" ? "http" : "https",
    timeout: timeout_ms,
    // Our callers decide whether a call is repeated; the library does it once if a connection was cut, by the same key.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const call = createCaller(stripe);
  const script = new URL(config.script_url).origin;
  const api = new URL(config.api_url).origin;
  // In a frame, Stripe shows the bank's page.
  const hooks = script === "https://js.stripe.com" ? ["https://hooks.stripe.com"] : [];
  return {
    name: "stripe",
    settings: {
      provider: "stripe",
      script_url: config.script_url,
      public_key: config.public_key,
      payment_types: ["credit_card"],
    },
    hosts: { script, connect: [api], frame: [script, ...hooks], form: [] },
    ...createStripeCards(call),
    ...createStripeCharges(call),
    startCarrierBilling: refuseCarrier,
    endCarrierBilling: refuseCarrier,
    readCarrierResults: refuseCarrier,
    readNotification: (body, headers) =>
      readNotification(stripe, call, config.webhook_secret, body, headers["stripe-signature"]),
    notificationReply: "",
  };
}

/** A refusal is a reply, which shows that Stripe works; only a lost call counts as a failure of the peer. */
function createCaller(stripe: Stripe): CallStripe {
  const callPeer = createPeerCaller({ calls: callsAtOnce });
  return async (work) => {
    const result = await callPeer("Stripe", async () => {
      try {
        return { value: await work(stripe) };
      } catch (error) {
        if (isLost(error)) throw error;
        return { error };
      }
    });
    if ("error" in result) throw result.error;
    return result.value;
  };
}

/** Reads the order of a signed event. An event about a dispute or a refund names the payment intent only. */
async function readNotification(
  stripe: Stripe,
  call: CallStripe,
  secret: string,
  body: Buffer,
  signature: string | string[] | undefined,
): Promise<string | undefined> {
  try {
    const event = await stripe.webhooks.constructEventAsync(body, signature ?? "", secret);
    const object = event.data.object as {
      metadata?: Stripe.Metadata | null;
      payment_intent?: string | { id: string } | null;
    };
    if (object.metadata?.order_id) return object.metadata.order_id;
    const { payment_intent } = object;
    const id = typeof payment_intent === "string" ? payment_intent : payment_intent?.id;
    if (id === undefined) return undefined;
    return (await call((client) => client.paymentIntents.retrieve(id))).metadata.order_id;
  } catch {
    return undefined;
  }
}
