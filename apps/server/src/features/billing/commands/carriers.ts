import type { Carrier } from "@toibako/contract/billing.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { hashRequest, isSameRequest } from "../policy/orders.ts";
import type { Payments } from "../providers/payments.ts";
import type { CarrierStart } from "../providers/provider.ts";
import { abandonOrder } from "./apply-order-state.ts";
import { ensureCustomer } from "./customers.ts";
import { formatReturnUrl } from "./pay.ts";
import { reserve } from "./reserve.ts";
import { settleRefused } from "./settle.ts";
import { chooseOrder, findReadOffer, requireBuyer } from "./subscribe.ts";

const storeStart = statement(
  "billing.storeStart",
  `
  update charges set redirect_url = :start_url, called_at = :now
  where order_id = :order_id and outcome = 'intended' returning order_id`,
);

/**
 * Begins a subscription that a carrier bills, and returns what the browser posts to the carrier's page. A repeated request
 * gives up the attempt before it, because nothing is charged before somebody agrees on that page.
 */
export async function startCarrier(
  services: Services,
  payments: Payments,
  user: SessionUser,
  request_id: string,
  { carrier, offer_version }: { carrier: Carrier; offer_version: string },
): Promise<CarrierStart> {
  const { provider } = payments;
  const payment_type = `carrier_${carrier}` as const;
  const request_hash = hashRequest({ carrier, offer_version });
  const chosen = await chooseOrder(services, request_id);
  const { earlier } = chosen;
  if (earlier && !isSameRequest(earlier, request_hash)) throw new Failure("key_reused");
  if (earlier?.outcome === "done") throw new Failure("already_subscribed");
  requireBuyer(user);
  if (!provider.settings.payment_types.includes(payment_type)) throw new Failure("not_found");
  const read = await findReadOffer(services, payments, user.pk, payment_type, offer_version);
  if (earlier) {
    const result = await abandonOrder(services, payments, earlier.order_id);
    if (result === "done") throw new Failure("already_subscribed");
    if (result === "unknown") throw new Failure("payment_unavailable");
  }
  const { order_id } = earlier ? await chooseOrder(services, request_id) : chosen;
  const reference = await ensureCustomer(services.db, payments, user.pk);
  const wish = { reference, order_id, request_hash, payment_type, ...read };
  const reserved = await reserve(services, payments, wish);
  // A card payment whose result is unknown may still become a subscription.
  if (!reserved.isNew) throw new Failure("already_subscribed");
  const { first_amount, amount, next_charge_on } = read.offer;
  const started = await provider.startCarrierBilling({
    order_id,
    carrier,
    amount,
    first_amount,
    next_charge_on,
    return_url: formatReturnUrl(services, order_id),
  });
  if (started.outcome !== "done") {
    // Without the address of the carrier's page nobody can agree, so nothing can be charged.
    await settleRefused(services, order_id, { reason: "unavailable", code: started.code });
    throw new Failure("payment_unavailable");
  }
  const { start_url, access_id, token } = started;
  const stored = await storeStart(services.db, { order_id, start_url, now: new Date() });
  if (stored.length === 0) throw new Failure("payment_unavailable");
  return { start_url, access_id, token };
}
