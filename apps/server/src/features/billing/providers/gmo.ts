import type { GmoConfig } from "#platform/payment-config.ts";
import { createGmoCaller } from "./gmo-calls.ts";
import { createGmoCards } from "./gmo-cards.ts";
import { createGmoCarriers } from "./gmo-carriers.ts";
import { createGmoCharges } from "./gmo-charges.ts";
import type { PaymentProvider } from "./provider.ts";

interface GmoOptions {
  /** The seller's telephone number, which au shows on its page. */
  phone: string;
  /** Milliseconds that a call may take; below the 15 seconds after which GMO cuts the connection. */
  timeout_ms?: number;
}

/** GMO Payment Gateway: cards, and the bills of three telephone carriers. */
export function createGmoProvider(
  config: GmoConfig,
  { phone, timeout_ms }: GmoOptions,
): PaymentProvider {
  const caller = createGmoCaller(config, timeout_ms);
  const { refundCard, searchTrade, ...charges } = createGmoCharges(caller);
  const carrierOptions = { phone, results_url: config.results_url };
  const { refundMonth, ...carriers } = createGmoCarriers(caller, searchTrade, carrierOptions);
  const script = new URL(config.script_url).origin;
  const api = new URL(config.api_url).origin;
  return {
    name: "gmo",
    settings: {
      provider: "gmo",
      script_url: config.script_url,
      public_key: config.api_key,
      payment_types: [
        "credit_card",
        ...config.carriers.map((carrier) => `carrier_${carrier}` as const),
      ],
    },
    hosts: { script, connect: [...new Set([script, api])], frame: [], form: [api] },
    ...createGmoCards(caller),
    ...charges,
    refund: ({ order_id, carrier }, refund) =>
      carrier === null
        ? refundCard(order_id, refund.charged, refund.amount)
        : refundMonth(order_id, carrier, refund),
    ...carriers,
    readNotification: async (body) => readNotification(body, config.shop_id),
    notificationReply: "0",
  };
}

/** Notifications are not signed, so anybody can send one; it makes us ask, and nothing else. */
function readNotification(body: Buffer, shop_id: string): string | undefined {
  const fields = new URLSearchParams(body.toString("latin1"));
  const order_id = fields.get("OrderID") ?? "";
  const isOurs = fields.get("ShopID") === shop_id && /^[A-Za-z0-9-]{1,27}$/.test(order_id);
  return isOurs ? order_id : undefined;
}
