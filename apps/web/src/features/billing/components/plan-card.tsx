import type { BillingItem } from "@toibako/contract/billing/offers.ts";
import { Check, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Card } from "#ui/surfaces/card.tsx";

/** The plan: what it holds, what it costs, and below it the account's state. */
export function PlanCard({ item, children }: { item: BillingItem; children: ReactNode }) {
  const { t } = useTexts();
  const holds = [t("billing.holds_talks"), t("billing.holds_no_ads")];
  return (
    <Card as="section" look="sheet" aria-labelledby="plan-title">
      <div className="rounded-[1.25rem] bg-paper px-5 py-5 text-ink-on-paper sm:px-7 sm:py-6">
        <div className="flex items-center gap-2">
          <Sparkles size={20} className="shrink-0" aria-hidden="true" />
          <h2 id="plan-title" className="min-w-0 text-lg leading-snug">
            {item.name}
          </h2>
        </div>
        <Price item={item} />
        <ul className="mt-4 grid list-none gap-2">
          {holds.map((text) => (
            <li key={text} className="flex items-start gap-2">
              <Check
                size={20}
                strokeWidth={3}
                className="mt-[0.3em] shrink-0 text-brand"
                aria-hidden="true"
              />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-sm">{t("billing.holds_no_names")}</p>
      </div>
      <div className="grid gap-4 px-3 pt-4 pb-3 sm:px-5">{children}</div>
    </Card>
  );
}

function Price({ item }: { item: BillingItem }) {
  const { t } = useTexts();
  const { readable_price, is_discounted, discount_price } = item;
  const first = is_discounted ? discount_price : null;
  return (
    <div className="mt-2">
      <p className="text-xl font-bold tabular-nums">{first ?? readable_price}</p>
      {first !== null && (
        <p className="text-sm">{t("billing.price_then", { price: readable_price })}</p>
      )}
    </div>
  );
}
