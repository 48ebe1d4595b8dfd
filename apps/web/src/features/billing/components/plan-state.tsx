import { Link } from "@tanstack/react-router";
import type { Card } from "@toibako/contract/billing/cards.ts";
import type { Subscription } from "@toibako/contract/billing/subscriptions.ts";
import { CalendarClock, CreditCard } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { formatDay, formatMonthAndDay, formatYen } from "#lib/i18n/format.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { formatExpiryOfCard, paymentTypeTexts } from "./payment-texts.tsx";

interface PlanStateProps {
  subscription: Subscription;
  card: Card | null;
  /** Gets the focus when a cancellation has removed its button. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** A subscription that can be used: until when, what is charged next, and how to cancel. */
export function PlanState({ subscription, card, focusAfter }: PlanStateProps) {
  return subscription.cancelled_at === null ? (
    <RunningPlan subscription={subscription} card={card} focusAfter={focusAfter} />
  ) : (
    <CancelledPlan ends_on={subscription.ends_on} />
  );
}

function CancelledPlan({ ends_on }: { ends_on: string }) {
  const { t, locale } = useTexts();
  return (
    <>
      <Callout title={t("billing.cancelled_title")}>
        {t("billing.cancelled_text", { day: formatDay(locale, ends_on) })}
      </Callout>
      <Button type="submit" isWide size="lg" disabled>
        {t("billing.usable_until", { day: formatMonthAndDay(locale, ends_on) })}
      </Button>
    </>
  );
}

function RunningPlan({ subscription, card, focusAfter }: PlanStateProps) {
  const { t, locale } = useTexts();
  const { next_charge, is_past_due, payment_type, ends_on, card_seq } = subscription;
  const day = next_charge && formatDay(locale, next_charge.on);
  return (
    <>
      {is_past_due ? (
        <Callout tone="warn" title={t("billing.past_due_title")}>
          {day ? t("billing.past_due_next", { day }) : t("billing.past_due_text")}
        </Callout>
      ) : (
        <Callout tone="ok" title={t("billing.active_title")}>
          {t("billing.active_text")}
        </Callout>
      )}
      <dl className="grid gap-3">
        {next_charge && day && (
          <Fact icon={<CalendarClock size={20} />} term={t("billing.next_charge")}>
            {t("billing.next_charge_value", {
              day,
              amount: formatYen({ t, locale }, next_charge.amount),
            })}
          </Fact>
        )}
        <Fact icon={<CreditCard size={20} />} term={t("billing.pays_with")}>
          {payment_type === "credit_card" && card
            ? t("billing.card_value", {
                digits: card.last_digits,
                expiry: formatExpiryOfCard(card.expires),
              })
            : t(paymentTypeTexts[payment_type])}
        </Fact>
      </dl>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4">
        <CancelButton card_seq={card_seq} ends_on={ends_on} focusAfter={focusAfter} />
        <Link
          to="/$locale/stg/payment_cancel/survey"
          params={{ locale }}
          className={buildButtonClass({ variant: "outline" })}
        >
          {t("billing.cancel_by_survey")}
        </Link>
      </div>
    </>
  );
}

function Fact({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <span
        className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft text-brand"
        aria-hidden="true"
      >
        {icon}
      </span>
      <div className="min-w-0">
        <dt className="text-sm text-ink-2">{term}</dt>
        <dd className="font-bold leading-snug">{children}</dd>
      </div>
    </div>
  );
}
