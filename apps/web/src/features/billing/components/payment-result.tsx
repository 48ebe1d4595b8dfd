import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Spinner } from "#ui/feedback/loader.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { isOrderMissing, paymentResultQuery } from "../queries.ts";

interface PaymentResultProps {
  order_id: string;
  /** Called once when the result is known. */
  onKnown: (result: "done" | "not_done") => void;
}

/** Waits for the result of a payment, which the provider is asked for, and says what is known. */
export function PaymentResult({ order_id, onKnown }: PaymentResultProps) {
  const { t } = useTexts();
  const { data, error, isError } = useQuery({ ...paymentResultQuery(order_id), staleTime: 0 });
  const result = data?.result;
  const tell = useEffectEvent(onKnown);
  useEffect(() => {
    if (result === "done" || result === "not_done") tell(result);
  }, [result]);
  // The address is that of another account's order, or of none.
  if (isOrderMissing(error)) {
    return <Callout tone="warn">{t("billing.result_missing")}</Callout>;
  }
  const isUnknown = result === "unknown" || (result === undefined && isError);
  return (
    <Card as="section" aria-labelledby="result-title">
      <div className="grid justify-items-center gap-3 px-2 py-6 text-center" role="status">
        <span className="text-brand" aria-hidden="true">
          <Spinner />
        </span>
        <h2 id="result-title" className="text-lg text-balance">
          {t(isUnknown ? "billing.result_unknown_title" : "billing.result_asking_title")}
        </h2>
        <p className="max-w-md text-sm text-balance text-ink-2">
          {t(isUnknown ? "billing.result_unknown_text" : "billing.result_asking_text")}
        </p>
      </div>
    </Card>
  );
}
