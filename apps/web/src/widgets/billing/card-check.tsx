import { useQuery } from "@tanstack/react-query";
import type { Offer } from "@toibako/contract/billing/offers.ts";
import type { subscribe } from "@toibako/contract/billing/subscriptions.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import { useRef } from "react";
import { LastCheck } from "#features/billing/components/last-check.tsx";
import { formatExpiryOfCard } from "#features/billing/components/payment-texts.tsx";
import {
  type ChosenCard,
  creditCardQuery,
  offerQuery,
  useSubscribe,
} from "#features/billing/queries.ts";
import { isReplyLost } from "#lib/http/keyed-send.ts";
import { formatYen } from "#lib/i18n/format.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { useChargeProblem } from "./charge-problem.tsx";
import { openDocument } from "./open-document.ts";

interface CardCheckProps {
  card: ChosenCard;
  /** Makes another token of what the form still holds; undefined if it is refused. */
  createToken: () => Promise<string | undefined>;
  onBack: () => void;
  onCharged: () => void;
  /** What became of the order isn't known. */
  onUnknown: (order_id: string) => void;
}

/** The last page before a charge to a card. */
export function CardCheck(props: CardCheckProps) {
  const { t, locale } = useTexts();
  const query = useQuery({ ...offerQuery("credit_card", locale), refetchOnMount: "always" });
  if (!query.data || (query.isFetching && !query.isFetchedAfterMount)) {
    return <LoadingState query={query} skeleton="row" title={t("billing.load_failed")} />;
  }
  return <LoadedCheck {...props} offer={query.data.offer} isRefetching={query.isFetching} />;
}

interface LoadedCheckProps extends CardCheckProps {
  offer: Offer;
  isRefetching: boolean;
}

function LoadedCheck({ offer, isRefetching, ...props }: LoadedCheckProps) {
  const { card: firstCard, createToken, onBack, onCharged, onUnknown } = props;
  const { t, locale } = useTexts();
  const saved = useQuery(creditCardQuery(locale)).data?.card;
  const { problem, handle, clear } = useChargeProblem();
  const { mutate, isPending, isSuccess } = useSubscribe();
  /** A token can be used once, so that it is given up as soon as the server has refused it. */
  const card = useRef<ChosenCard | undefined>(firstCard);
  const isBusy = useRef(false);
  const isSending = isPending || isSuccess;

  async function submit() {
    if (isBusy.current) return;
    isBusy.current = true;
    clear();
    try {
      card.current ??= await renewCard(createToken);
    } finally {
      isBusy.current = false;
    }
    if (!card.current) return onBack();
    isBusy.current = true;
    mutate(
      { card: card.current, offer },
      {
        onSuccess: ({ data }) => follow(data),
        onError: (error) => {
          isBusy.current = false;
          if (card.current?.token != null && !isReplyLost(error)) card.current = undefined;
          handle(error, () => void submit());
        },
      },
    );
  }
  function follow(data: Output<typeof subscribe>) {
    if (!("order_id" in data)) onCharged();
    else if (data.redirect_url !== null) openDocument(data.redirect_url);
    else onUnknown(data.order_id);
  }
  return (
    <LastCheck
      offer={offer}
      payment={
        firstCard.token === null && saved
          ? t("billing.card_value", {
              digits: saved.last_digits,
              expiry: formatExpiryOfCard(saved.expires),
            })
          : t("billing.new_card")
      }
      submitLabel={t("billing.subscribe", { amount: formatYen({ t, locale }, offer.first_amount) })}
      isPending={isSending || isRefetching}
      pendingLabel={t("billing.subscribing")}
      problem={problem}
      onSubmit={() => void submit()}
      onBack={() => isSending || onBack()}
    />
  );
}

async function renewCard(
  createToken: () => Promise<string | undefined>,
): Promise<ChosenCard | undefined> {
  const token = await createToken();
  return token === undefined ? undefined : { token, card_seq: null };
}
