import { useMutation, useQuery } from "@tanstack/react-query";
import type { Carrier } from "@toibako/contract/billing.ts";
import { LastCheck } from "#features/billing/components/last-check.tsx";
import { paymentTypeTexts } from "#features/billing/components/payment-texts.tsx";
import { offerQuery, startCarrier } from "#features/billing/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { useChargeProblem } from "./charge-problem.tsx";
import { postForm } from "./open-document.ts";

interface CarrierCheckProps {
  carrier: Carrier;
  onBack: () => void;
}

/** The last page before the carrier's own, to which its button leads. */
export function CarrierCheck({ carrier, onBack }: CarrierCheckProps) {
  const { t, locale } = useTexts();
  const payment_type = `carrier_${carrier}` as const;
  const query = useQuery({ ...offerQuery(payment_type, locale), refetchOnMount: "always" });
  const { problem, handle, clear } = useChargeProblem();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      if (!query.data) throw new Error("There is no offer");
      return startCarrier(carrier, query.data.offer);
    },
    // The names of the fields are those of the provider.
    onSuccess: ({ start_url, access_id, token }) =>
      postForm(start_url, { AccessID: access_id, Token: token }),
  });
  if (!query.data || (query.isFetching && !query.isFetchedAfterMount)) {
    return <LoadingState query={query} skeleton="row" title={t("billing.load_failed")} />;
  }
  const isSending = isPending || isSuccess;
  const carrierName = t(paymentTypeTexts[payment_type]);
  function submit() {
    clear();
    mutate(undefined, { onError: (error) => handle(error, submit) });
  }
  return (
    <LastCheck
      offer={query.data.offer}
      payment={carrierName}
      submitLabel={t("billing.to_carrier", { carrier: carrierName })}
      isPending={isSending || query.isFetching}
      pendingLabel={t("billing.to_carrier_pending")}
      problem={problem}
      onSubmit={() => isSending || submit()}
      onBack={() => isSending || onBack()}
    />
  );
}
