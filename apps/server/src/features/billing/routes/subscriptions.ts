import { cancelSubscription, cancelWithSurvey } from "@toibako/contract/billing/cancellation.ts";
import { getPaymentResult, listCharges } from "@toibako/contract/billing/charges.ts";
import { getOffer, getSeller, listBillingItems } from "@toibako/contract/billing/offers.ts";
import {
  getSubscription,
  startCarrierBilling,
  subscribe,
} from "@toibako/contract/billing/subscriptions.ts";
import { createDateReader } from "#platform/dates.ts";
import { implement } from "#platform/http/endpoint.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import type { Services } from "#platform/services.ts";
import { applyOrderState, toResult } from "../commands/apply-order-state.ts";
import { cancelRenewal, saveSurveyAndCancel } from "../commands/cancel.ts";
import { startCarrier } from "../commands/carriers.ts";
import { findOrder, isSettled } from "../commands/settle.ts";
import { createOffer, subscribeByCard } from "../commands/subscribe.ts";
import { isCompleteSurvey } from "../policy/survey.ts";
import type { Payments } from "../providers/payments.ts";
import { findOwner, listChargesOf } from "../queries/charges.ts";
import { describeItem } from "../queries/offers.ts";
import {
  findPendingOrder,
  findSubscription,
  isFirstSubscription,
  toSubscription,
} from "../queries/subscriptions.ts";

export const createSubscriptionRoutes = (payments: Payments | undefined) => [
  implement(listBillingItems, async ({ query, viewer, services, ...call }) => {
    if (!payments) return { body: { items: [] } };
    const isFirst = !viewer.user || (await isFirstSubscription(services.db, viewer.user.pk));
    const locale = query.locale ?? call.locale;
    return { body: { items: [describeItem(payments, isFirst, locale)] } };
  }),

  implement(getSeller, () => Promise.resolve({ body: { seller: payments?.seller ?? null } })),

  implement(getOffer, async ({ params: { payment_type }, query, viewer, services, ...call }) => {
    if (!payments?.provider.settings.payment_types.includes(payment_type)) {
      throw new Failure("not_found");
    }
    const locale = query.locale ?? call.locale;
    const offer = await createOffer(services, payments, viewer.user.pk, payment_type, locale);
    return { body: { offer, settings: payments.provider.settings } };
  }),

  implement(getSubscription, async ({ viewer, services }) => ({
    body: {
      subscription: await describeSubscription(services, viewer.user.pk),
      pending_order_id: await findPendingOrder(services.db, viewer.user.pk),
    },
  })),

  implement(subscribe, async ({ body, viewer, services, createId }) => {
    if (!payments) throw new Failure("not_found");
    const subscribed = await subscribeByCard(services, payments, viewer.user, createId(), body);
    return { status: "subscription" in subscribed ? 201 : 202, body: subscribed };
  }),

  implement(startCarrierBilling, async ({ body, viewer, services, createId }) => {
    if (!payments) throw new Failure("not_found");
    return { body: await startCarrier(services, payments, viewer.user, createId(), body) };
  }),

  implement(cancelSubscription, async ({ viewer, services }) => {
    if (!(await cancelRenewal(services.db, viewer.user.pk))) throw new Failure("not_found");
    return { body: { subscription: await describeSubscription(services, viewer.user.pk) } };
  }),

  implement(cancelWithSurvey, async ({ body: { survey }, viewer, services, createId }) => {
    const { pk } = viewer.user;
    if (!isCompleteSurvey(survey)) throw createFieldFailure("survey", "invalid_field");
    if (!(await saveSurveyAndCancel(services.db, pk, createId(), survey))) {
      throw new Failure("not_found");
    }
    return { body: { subscription: await describeSubscription(services, pk) } };
  }),

  implement(listCharges, async ({ query, viewer, services, ...call }) => {
    const reader = createDateReader(query.locale ?? call.locale, viewer.user);
    const page = parsePageNumber(query.page);
    return { body: await listChargesOf(services.db, viewer.user.pk, { page, reader }) };
  }),

  implement(getPaymentResult, async ({ params: { order_id }, viewer, services }) => {
    const owner = await findOwner(services.db, order_id);
    const order = owner === viewer.user.pk && (await findOrder(services.db, order_id));
    if (!order) throw new Failure("not_found");
    const isOpen = payments && !isSettled(order);
    const result = isOpen ? await applyOrderState(services, payments, order_id) : toResult(order);
    return { body: { result } };
  }),
];

async function describeSubscription({ db }: Services, user_pk: number) {
  const subscription = await findSubscription(db, user_pk);
  return subscription ? toSubscription(subscription) : null;
}
