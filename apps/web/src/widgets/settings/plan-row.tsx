import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BillingItem } from "@toibako/contract/billing/offers.ts";
import type { Subscription } from "@toibako/contract/billing/subscriptions.ts";
import { Sparkles } from "lucide-react";
import { billingItemsQuery, subscriptionQuery } from "#features/billing/queries.ts";
import { formatDay } from "#lib/i18n/format.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { LinkRow } from "#ui/surfaces/setting-rows.tsx";

/** The plan that the site sells; undefined if it sells none. */
export function useSoldItem(): BillingItem | undefined {
  const { locale } = useTexts();
  return useQuery(billingItemsQuery(locale)).data?.items[0];
}

/** Leads to the page of the plan, and says how the account's subscription stands. */
export function PlanRow() {
  const { t, locale } = useTexts();
  const item = useSoldItem();
  const { data } = useQuery({ ...subscriptionQuery(), enabled: item !== undefined });
  if (!item) return null;
  const day = (date: string) => formatDay(locale, date);
  return (
    <LinkRow
      id="plan"
      icon={<Sparkles size={20} />}
      title={item.name}
      text={describePlan(t, item, data?.subscription ?? null, day)}
      render={<Link to="/$locale/stg" params={{ locale }} search={{ tab: "card" }} />}
    />
  );
}

function describePlan(
  t: Translate,
  item: BillingItem,
  subscription: Subscription | null,
  formatDate: (date: string) => string,
): string {
  if (!subscription) return t("billing.row_free", { price: item.readable_price });
  if (subscription.cancelled_at !== null)
    return t("billing.row_cancelled", { day: formatDate(subscription.ends_on) });
  if (subscription.is_past_due) return t("billing.past_due_title");
  return subscription.next_charge
    ? t("billing.row_active", { day: formatDate(subscription.next_charge.on) })
    : t("billing.active_title");
}
