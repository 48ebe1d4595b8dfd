import { useQuery } from "@tanstack/react-query";
import type { Charge } from "@toibako/contract/billing/charges.ts";
import { Printer } from "lucide-react";
import { formatDay, formatDayInJapan, formatYen } from "#lib/i18n/format.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import { sellerQuery } from "../queries.ts";
import { paymentTypeTexts } from "./payment-texts.tsx";

interface ReceiptProps {
  charge: Charge;
  plan: string;
  payer: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The receipt of a charge, which can be printed. */
export function Receipt({ charge, plan, payer, open, onOpenChange }: ReceiptProps) {
  const { t, locale } = useTexts();
  const seller = useQuery(sellerQuery()).data?.seller;
  const period = {
    from: formatDay(locale, charge.starts_on),
    to: formatDay(locale, charge.ends_on),
  };
  const lines = [
    { term: t("billing.receipt_for"), value: t("billing.receipt_for_value", { plan, ...period }) },
    {
      term: t("billing.receipt_date"),
      value: formatDayInJapan(locale, charge.charged_at),
    },
    { term: t("billing.pays_with"), value: t(paymentTypeTexts[charge.payment_type]) },
    { term: t("billing.receipt_number"), value: charge.order_id },
  ];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("billing.receipt")}
      closeLabel={t("common.close")}
      footer={
        <Button isWide onClick={() => window.print()}>
          <Printer size={18} aria-hidden="true" />
          <span>{t("billing.receipt_print")}</span>
        </Button>
      }
    >
      <div className="grid gap-4" data-print-area>
        <p className="text-lg font-bold wrap-anywhere">
          {t("billing.receipt_payer", { name: payer })}
        </p>
        <p className="rounded-lg bg-surface-2 px-4 py-3 text-2xl font-bold tabular-nums">
          {t("billing.with_tax", { amount: formatYen({ t, locale }, charge.amount) })}
        </p>
        <dl className="divide-y divide-line text-sm">
          {lines.map(({ term, value }) => (
            <div key={term} className="grid gap-x-4 py-2 sm:grid-cols-[8rem_1fr]">
              <dt className="font-bold">{term}</dt>
              <dd className="wrap-anywhere text-ink-2">{value}</dd>
            </div>
          ))}
        </dl>
        {seller && (
          <address className="text-sm not-italic wrap-anywhere text-ink-2">
            <p className="font-bold text-ink">{seller.name}</p>
            <p className="whitespace-pre-line">{seller.address}</p>
            <p>{seller.phone}</p>
            <p>{seller.email}</p>
          </address>
        )}
      </div>
    </Dialog>
  );
}
