import {
  getPaymentReturn,
  postPaymentNotification,
  postPaymentReturn,
} from "@toibako/contract/billing/provider.ts";
import { defaultLocale, isLocale } from "@toibako/contract/locales.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { applyOrderState, noteReturn } from "../commands/apply-order-state.ts";
import { storeProviderEvent } from "../commands/provider-events.ts";
import { findOrder } from "../commands/settle.ts";
import { replyInTime } from "../commands/subscribe.ts";
import type { Payments } from "../providers/payments.ts";

/** What pages and servers of others call: neither a session nor anything that they send is needed or believed. */
export const createProviderRoutes = (payments: Payments | undefined) => {
  const receiveReturn = async ({
    params: { order_id },
    services,
  }: Pick<Call<typeof postPaymentReturn>, "params" | "services">) => {
    const order = await findOrder(services.db, order_id);
    if (order && payments) {
      await noteReturn(services, order_id);
      const applying = applyOrderState(services, payments, order_id).then(() => undefined);
      await replyInTime(services, applying);
    }
    const locale = order?.locale ?? undefined;
    const site = `/${isLocale(locale) ? locale : defaultLocale}/stg?tab=card`;
    return { status: 303, location: order ? `${site}&order=${order_id}` : site };
  };
  return [
    implement(postPaymentReturn, receiveReturn),
    implement(getPaymentReturn, receiveReturn),
    implement(postPaymentNotification, async ({ params, request, reply, services }) => {
      if (payments?.provider.name !== params.provider) throw new Failure("not_found");
      const { provider } = payments;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const order_id = await provider.readNotification(body, request.headers);
      if (order_id === undefined) throw new Failure("forbidden");
      await storeProviderEvent(services.db, provider.name, order_id);
      reply.type("text/plain; charset=utf-8");
      return { body: provider.notificationReply };
    }),
  ];
};
