import { useInfiniteQuery } from "@tanstack/react-query";
import type { Charge } from "@toibako/contract/billing/charges.ts";
import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { formatDay, formatDayInJapan, formatYen } from "#lib/i18n/format.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { chargesQuery } from "../queries.ts";
import { paymentTypeTexts } from "./payment-texts.tsx";
import { Receipt } from "./receipt.tsx";

interface ChargeListProps {
  /** The plan that was paid, and who paid it, for receipts. */
  plan: string;
  payer: string;
}

/** The past charges with their receipts. */
export function ChargeList({ plan, payer }: ChargeListProps) {
  const { t, locale } = useTexts();
  const query = useInfiniteQuery(chargesQuery(locale));
  const [shown, setShown] = useState<Charge>();
  const [isOpen, setIsOpen] = useState(false);
  const charges = query.data?.pages.flatMap((page) => page.charges);
  if (!charges) return <LoadingStatePanel query={query} title={t("billing.charges_failed")} />;
  if (charges.length === 0) return <p className="text-sm text-ink-2">{t("billing.no_charges")}</p>;
  return (
    <>
      <ul className="-my-2 list-none divide-y divide-line">
        {charges.map((charge) => (
          <li key={`${charge.order_id} ${charge.kind} ${charge.charged_at}`} className="py-3">
            <ChargeRow
              charge={charge}
              onShowReceipt={() => {
                setShown(charge);
                setIsOpen(true);
              }}
            />
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && <Callout tone="error">{t("billing.charges_failed")}</Callout>}
      {query.hasNextPage && (
        <Button
          variant="outline"
          className="justify-self-center"
          isPending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("common.more")}
        </Button>
      )}
      {shown && (
        <Receipt charge={shown} plan={plan} payer={payer} open={isOpen} onOpenChange={setIsOpen} />
      )}
    </>
  );
}

const kindTexts = {
  charge: "billing.kind_charge",
  refund: "billing.kind_refund",
  dispute: "billing.kind_dispute",
  dispute_won: "billing.kind_dispute_won",
} as const;

function ChargeRow({ charge, onShowReceipt }: { charge: Charge; onShowReceipt: () => void }) {
  const { t, locale } = useTexts();
  const { kind, amount, payment_type, starts_on, ends_on, charged_at } = charge;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-bold tabular-nums">{formatYen({ t, locale }, amount)}</span>
          <span className="text-sm text-ink-2">
            {kind === "charge" ? t(paymentTypeTexts[payment_type]) : t(kindTexts[kind])}
          </span>
        </p>
        <p className="text-sm text-ink-2">
          <time dateTime={charged_at}>{formatDayInJapan(locale, charged_at)}</time>
        </p>
        <p className="text-sm text-ink-2">
          {t("billing.period", {
            from: formatDay(locale, starts_on),
            to: formatDay(locale, ends_on),
          })}
        </p>
      </div>
      {kind === "charge" && (
        <Button variant="quiet" size="sm" onClick={onShowReceipt}>
          <ReceiptText size={16} aria-hidden="true" />
          <span>{t("billing.receipt")}</span>
        </Button>
      )}
    </div>
  );
}
