import { setTimeout as sleep } from "node:timers/promises";
import type { Offer } from "@toibako/contract/billing/offers.ts";
import type { Subscription } from "@toibako/contract/billing/subscriptions.ts";
import type { PaymentType } from "@toibako/contract/billing.ts";
import { findToday, isAdult, parseBirthday } from "@toibako/contract/birthdays.ts";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { formatOrderId, hashRequest, isSameRequest, maxTries } from "../policy/orders.ts";
import { findTokyoDay } from "../policy/periods.ts";
import { chooseAmounts, planKey } from "../policy/plans.ts";
import type { Payments } from "../providers/payments.ts";
import { findCustomer } from "../queries/customers.ts";
import { describeOffer } from "../queries/offers.ts";
import { findSubscription, isFirstSubscription, toSubscription } from "../queries/subscriptions.ts";
import { ensureCustomer, storeCard } from "./customers.ts";
import { chargeCard } from "./pay.ts";
import { reserve } from "./reserve.ts";
import { findOrder, type OrderRow, settleRefused } from "./settle.ts";

/** A request to subscribe by card, as the contract describes it. */
export interface SubscribeRequest {
  token: string | null;
  card_seq: number | null;
  target_key: string;
  offer_version: string;
}

/** How a request to subscribe has ended; without a subscription, its result is not known yet. */
export type Subscribing =
  | { subscription: Subscription }
  | { order_id: string; redirect_url: string | null };

/** Milliseconds after which a request replies that the result is unknown; the call goes on and its result is written. */
const replyMilliseconds = 6_000;

/** Throws unless the account may buy: people of 18 and over, by their birthday. */
export function requireBuyer({ birthday, time_zone }: SessionUser): void {
  const date = parseBirthday(birthday);
  if (!date) throw new Failure("birth_date_needed");
  if (!isAdult(date, findToday(time_zone))) {
    throw new Failure("too_young", { text_key: "too_young_for_plan" });
  }
}

/** The offer that an account gets now. */
export async function createOffer(
  { db }: Pick<Services, "db">,
  payments: Payments,
  user_pk: number,
  payment_type: PaymentType,
  locale: Locale,
): Promise<Offer> {
  const isFirst = await isFirstSubscription(db, user_pk);
  const amounts = chooseAmounts(payments, isFirst, payment_type);
  return describeOffer({ payment_type, starts_on: findTokyoDay(), ...amounts }, locale);
}

/**
 * Finds the offer with the version that somebody has read, in the language in which it was read. Throws
 * `already_subscribed` for a subscriber, whose offer has changed by subscribing.
 */
export async function findReadOffer(
  services: Services,
  payments: Payments,
  user_pk: number,
  payment_type: PaymentType,
  version: string,
): Promise<{ offer: Offer; locale: Locale }> {
  if (await findSubscription(services.db, user_pk)) throw new Failure("already_subscribed");
  for (const locale of locales) {
    const offer = await createOffer(services, payments, user_pk, payment_type, locale);
    if (offer.version === version) return { offer, locale };
  }
  throw new Failure("offer_changed");
}

/**
 * Finds the id for the next try of a request, or the order of an earlier one that was not refused. A try that was
 * refused has charged nothing, so the next one has another id.
 */
export async function chooseOrder(
  services: Services,
  request_id: string,
): Promise<{ order_id: string; earlier: OrderRow | undefined }> {
  for (let n = 0; n < maxTries; n++) {
    const order_id = formatOrderId(request_id, n);
    const earlier = await findOrder(services.db, order_id);
    if (earlier?.outcome !== "not_done") return { order_id, earlier };
  }
  throw new Failure("card_refused");
}

/** Subscribes by card. A repeated request has the same `request_id`, and is charged once. */
export async function subscribeByCard(
  services: Services,
  payments: Payments,
  user: SessionUser,
  request_id: string,
  request: SubscribeRequest,
): Promise<Subscribing> {
  const { token, card_seq, target_key, offer_version } = request;
  if ((token === null) === (card_seq === null)) throw createFieldFailure("token", "invalid_field");
  const request_hash = hashRequest({ token, card_seq, target_key, offer_version });
  const { order_id, earlier } = await chooseOrder(services, request_id);
  if (earlier && !isSameRequest(earlier, request_hash)) throw new Failure("key_reused");
  if (earlier) return describeResult(services, user, await waitForResult(services, order_id));
  requireBuyer(user);
  if (target_key !== planKey) throw new Failure("not_found");
  const read = await findReadOffer(services, payments, user.pk, "credit_card", offer_version);
  const reference = await ensureCustomer(services.db, payments, user.pk);
  if (card_seq !== null && (await findCustomer(services.db, user.pk))?.card_seq !== card_seq) {
    throw new Failure("not_found");
  }
  const wish = { reference, order_id, request_hash, payment_type: "credit_card", ...read } as const;
  const reserved = await reserve(services, payments, wish);
  if (reserved.isNew) await replyInTime(services, payFor(services, payments, wish, token));
  return describeResult(services, user, await waitForResult(services, reserved.order_id));
}

/** Saves the card of a token, and charges the first month. */
async function payFor(
  services: Services,
  payments: Payments,
  { reference, order_id }: { reference: string; order_id: string },
  token: string | null,
): Promise<void> {
  if (token !== null) {
    const registered = await payments.provider.registerCard(reference, token);
    if (registered.outcome !== "done") {
      const reason = registered.outcome === "not_done" ? registered.reason : "unavailable";
      return settleRefused(services, order_id, { reason, code: registered.code });
    }
    await storeCard(services.db, payments, reference, registered.card);
  }
  await chargeCard(services, payments, order_id);
}

/** Waits for a payment, but not longer than people wait for a page. */
export async function replyInTime({ log }: Services, paying: Promise<void>): Promise<void> {
  const logged = paying.catch((error: unknown) => {
    log.error({ err: error }, "a payment failed; the provider will be asked");
  });
  await Promise.race([logged, sleep(replyMilliseconds, undefined, { ref: false })]);
}

/** Milliseconds between two looks at an order that another request pays at this moment. */
const lookMilliseconds = 100;

/** Finds an order, after its first call has ended or taken too long. */
async function waitForResult({ db }: Services, order_id: string): Promise<OrderRow> {
  for (;;) {
    const order = await findOrder(db, order_id);
    if (!order) throw new Error("a reserved order does not exist");
    const age = Date.now() - order.created_at.getTime();
    const isRunning = order.outcome === "intended" && order.redirect_url === null;
    if (!isRunning || age >= replyMilliseconds) return order;
    await sleep(lookMilliseconds);
  }
}

/** Reasons of a refusal for which somebody may try the same card again later. */
const unavailableReasons = ["unavailable", "invalid"];

async function describeResult(
  { db }: Services,
  user: SessionUser,
  { outcome, reason, order_id, redirect_url, returned_at }: OrderRow,
): Promise<Subscribing> {
  if (outcome === "not_done") {
    const isUnavailable = unavailableReasons.includes(reason ?? "");
    throw new Failure(isUnavailable ? "payment_unavailable" : "card_refused");
  }
  const subscription = outcome === "done" && (await findSubscription(db, user.pk));
  if (subscription) return { subscription: toSubscription(subscription) };
  return { order_id, redirect_url: returned_at === null ? redirect_url : null };
}
