import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import {
  cancelSubscription,
  cancelWithSurvey,
  type SurveyAnswer,
} from "@toibako/contract/billing/cancellation.ts";
import { deleteCreditCard, getCreditCard, putCreditCard } from "@toibako/contract/billing/cards.ts";
import { getPaymentResult, listCharges } from "@toibako/contract/billing/charges.ts";
import {
  getOffer,
  getSeller,
  listBillingItems,
  type Offer,
} from "@toibako/contract/billing/offers.ts";
import {
  getSubscription,
  startCarrierBilling,
  subscribe,
} from "@toibako/contract/billing/subscriptions.ts";
import type { Carrier, PaymentType } from "@toibako/contract/billing.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { listTalks } from "@toibako/contract/talks.ts";
import { forgetSendKey } from "#lib/forms/draft.ts";
import { ApiError, api, send } from "#lib/http/client.ts";
import { isReplyLost, useKeyedSend } from "#lib/http/keyed-send.ts";

/** Milliseconds. The operator rarely changes what is sold, and the page before a charge asks for the offer anew. */
const itemsStaleTime = 300_000;

/** The plans that are sold; none without a payment provider. */
export const billingItemsQuery = (locale: Locale) =>
  queryOptions({
    ...api.query(listBillingItems, { query: { locale } }),
    staleTime: itemsStaleTime,
  });

/** Who sells the plans; null without a payment provider. */
export const sellerQuery = () =>
  queryOptions({ ...api.query(getSeller), staleTime: itemsStaleTime });

/** What the account would agree to, and what the card form needs. */
export const offerQuery = (payment_type: PaymentType, locale: Locale) =>
  api.query(getOffer, { params: { payment_type }, query: { locale } });

export const creditCardQuery = (locale: Locale) => api.query(getCreditCard, { query: { locale } });

/** By the specification, this call always names Japanese. The reply contains no texts. */
export const subscriptionQuery = () => api.query(getSubscription, { query: { locale: "ja" } });

/** The account's charges, newest first, as an infinite list. */
export const chargesQuery = (locale: Locale) =>
  infiniteQueryOptions({
    queryKey: [listCharges.name, locale],
    queryFn: ({ client, pageParam }) =>
      api.read(client, listCharges, { query: { page: String(pageParam), locale } }),
    initialPageParam: 1,
    getNextPageParam: ({ pager: { current_page, total_pages } }) =>
      current_page < total_pages ? current_page + 1 : undefined,
  });

/** Milliseconds until the provider is asked again: at first the one, growing up to the other. */
const pollingDelays = { first: 2_000, last: 30_000 };

export const isOrderMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** The result of an order. It is requested ever more rarely while it isn't known. */
export const paymentResultQuery = (order_id: string) =>
  queryOptions({
    ...api.query(getPaymentResult, { params: { order_id } }),
    refetchInterval: ({ state }) =>
      isOrderMissing(state.error) || (state.data !== undefined && state.data.result !== "unknown")
        ? false
        : Math.min(
            pollingDelays.first * 1.5 ** (state.dataUpdateCount + state.errorUpdateCount),
            pollingDelays.last,
          ),
  });

/** Refetches what a payment or a cancellation changes. */
export function refreshBilling(client: QueryClient): Promise<unknown> {
  const names = [getSubscription, getCreditCard, getOffer, listCharges, getCurrentUser, listTalks];
  return Promise.all(
    names.map(({ name }) => client.invalidateQueries({ queryKey: [name], refetchType: "active" })),
  );
}

/** A card with which to subscribe: a new one by its token, or the one at the provider. */
export type ChosenCard = { token: string; card_seq: null } | { token: null; card_seq: number };

/**
 * Subscribes by card. Its idempotency key stays until the server has said what became of the payment, so that pressing
 * again after a lost reply can't charge twice.
 */
export function useSubscribe() {
  const client = useQueryClient();
  const draft = "subscribe";
  return useKeyedSend({
    draft: () => draft,
    send: ({ card, offer }: { card: ChosenCard; offer: Offer }, idempotency_key) => {
      const { target_key, version: offer_version } = offer;
      const body = { ...card, target_key, payment_type: "credit_card" as const, offer_version };
      return send(subscribe, { body }, { idempotency_key });
    },
    onError: (error) => {
      if (!isReplyLost(error)) forgetSendKey(draft);
      void refreshBilling(client);
    },
  });
}

/** Begins a subscription that a carrier bills. */
export const startCarrier = async (carrier: Carrier, { version: offer_version }: Offer) =>
  (await send(startCarrierBilling, { body: { carrier, offer_version } })).data;

/** Saves a card in place of the present one. */
export function useReplaceCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => send(putCreditCard, { body: { token } }),
    onSuccess: () => refreshBilling(client),
  });
}

export function useDeleteCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (card_seq: number) => send(deleteCreditCard, { body: { card_seq } }),
    // Not awaited, because the new state may unmount the dialog that waits for this mutation.
    onSettled: () => void refreshBilling(client),
  });
}

/** Cancels the subscription. */
export function useCancel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (card_seq: number | null) => send(cancelSubscription, { body: { card_seq } }),
    onSettled: () => void refreshBilling(client),
  });
}

/** Saves the answers of the survey and cancels. Another document must be loaded afterwards. */
export const useCancelWithSurvey = () =>
  useMutation({
    mutationFn: (survey: SurveyAnswer[]) => send(cancelWithSurvey, { body: { survey } }),
  });
