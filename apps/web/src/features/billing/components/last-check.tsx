import { Link } from "@tanstack/react-router";
import type { Offer } from "@toibako/contract/billing/offers.ts";
import { ArrowLeft, LockKeyhole } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { formatDay, formatYen } from "#lib/i18n/format.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Card } from "#ui/surfaces/card.tsx";

interface LastCheckProps {
  offer: Offer;
  /** With what is paid, such as the last digits of a card. */
  payment: ReactNode;
  /** The text of the button that charges. */
  submitLabel: string;
  isPending: boolean;
  pendingLabel: string;
  /** Why the last attempt has failed, or what has changed. */
  problem?: ReactNode;
  onSubmit: () => void;
  onBack: () => void;
}

/**
 * The last page before a charge. It states what the law asks for, in texts that the server makes from the amounts that it
 * will charge. Only its button charges.
 */
export function LastCheck({
  offer,
  payment,
  submitLabel,
  isPending,
  pendingLabel,
  problem,
  onSubmit,
  onBack,
}: LastCheckProps) {
  const { t, locale } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const linkClass = "font-semibold text-brand underline underline-offset-4";
  return (
    <Card as="section" look="sheet" aria-labelledby="last-check">
      <div className="rounded-[1.25rem] bg-paper px-5 py-5 text-ink-on-paper sm:px-7 sm:py-6">
        <h2 id="last-check" ref={heading} tabIndex={-1} className="text-lg outline-none">
          {t("billing.check_title")}
        </h2>
        <p className="mt-3 text-sm font-bold">{t("billing.check_today")}</p>
        <p className="text-2xl font-bold tabular-nums">
          {t("billing.with_tax", { amount: formatYen({ t, locale }, offer.first_amount) })}
        </p>
        <p className="mt-2 text-sm">
          {t("billing.check_later", {
            day: formatDay(locale, offer.next_charge_on),
            amount: formatYen({ t, locale }, offer.amount),
          })}
        </p>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-bold">{t("billing.pays_with")}</span>
          <span>{payment}</span>
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-3 pt-2 pb-3 sm:px-5">
        <dl className="divide-y divide-line">
          {offer.terms.map(({ key, title, text }) => (
            <div key={key} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[11rem_1fr]">
              <dt className="text-sm font-bold sm:pt-0.5">{title}</dt>
              <dd className="running-text text-sm whitespace-pre-line text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-ink-2">
          {t.rich(
            "billing.check_documents",
            {},
            {
              terms: (text) => (
                <Link
                  to="/$locale/fxp/$slug"
                  params={{ locale, slug: "terms" }}
                  target="_blank"
                  className={linkClass}
                >
                  {text}
                </Link>
              ),
              seller: (text) => (
                <Link
                  to="/$locale/fxp/$slug"
                  params={{ locale, slug: "commercial-transactions" }}
                  target="_blank"
                  className={linkClass}
                >
                  {text}
                </Link>
              ),
            },
          )}
        </p>
        <div className="contents">{problem}</div>
        <div className="grid gap-2">
          <Button
            size="lg"
            isWide
            isPending={isPending}
            pendingLabel={pendingLabel}
            onClick={onSubmit}
          >
            <LockKeyhole size={18} aria-hidden="true" />
            <span>{submitLabel}</span>
          </Button>
          <Button variant="quiet" isWide aria-disabled={isPending || undefined} onClick={onBack}>
            <ArrowLeft size={18} aria-hidden="true" />
            <span>{t("billing.check_back")}</span>
          </Button>
        </div>
      </div>
    </Card>
  );
}
