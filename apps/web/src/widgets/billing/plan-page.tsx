import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { BillingItem, PaymentSettings } from "@toibako/contract/billing/offers.ts";
import type { Carrier } from "@toibako/contract/billing.ts";
import { ReceiptText, Smartphone } from "lucide-react";
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from "react";
import type { CardFormHandle } from "#features/billing/components/card-form.tsx";
import { CarrierChoice, listCarriers } from "#features/billing/components/carrier-choice.tsx";
import { ChargeList } from "#features/billing/components/charge-list.tsx";
import { PaymentResult } from "#features/billing/components/payment-result.tsx";
import { PlanCard } from "#features/billing/components/plan-card.tsx";
import { PlanState } from "#features/billing/components/plan-state.tsx";
import {
  type ChosenCard,
  creditCardQuery,
  offerQuery,
  refreshBilling,
  subscriptionQuery,
} from "#features/billing/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useBackCloses } from "#lib/page/back-closes.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Section } from "#ui/surfaces/section.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { CardCheck } from "./card-check.tsx";
import { CardPart } from "./card-part.tsx";
import { CarrierCheck } from "./carrier-check.tsx";
import { openDocument } from "./open-document.ts";

interface PlanPageProps {
  user: CurrentUser;
  item: BillingItem;
  /** The order of a payment from which the browser comes back. */
  order_id: string | undefined;
  aside: ReactElement;
}

/** What the last page before the charge is about; undefined while it isn't shown. */
type Check = { kind: "card"; card: ChosenCard } | { kind: "carrier"; carrier: Carrier };

/** `/stg?tab=card`: the plan, the card, carriers and past charges; or the last page before a charge. */
export function PlanPage({ user, item, order_id, aside }: PlanPageProps) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const form = useRef<CardFormHandle>(null);
  const [check, setCheck] = useState<Check>();
  const close = () => setCheck(undefined);
  useBackCloses(check !== undefined, close);
  useComingBack(close);
  useFocusAfter(check?.kind);
  const showOrder = (order?: string) => {
    close();
    void navigate({
      to: "/$locale/stg",
      params: { locale },
      search: { tab: "card", order },
      replace: true,
    });
  };
  const showTalks = () => {
    form.current?.clear();
    openDocument(`/${locale}/me/talks?notice=charge_completed`);
  };
  return (
    <ShellPage title={t("billing.title")} aside={aside}>
      {check?.kind === "card" && (
        <CardCheck
          card={check.card}
          createToken={async () => form.current?.createToken()}
          onBack={close}
          onCharged={showTalks}
          onUnknown={showOrder}
        />
      )}
      {check?.kind === "carrier" && <CarrierCheck carrier={check.carrier} onBack={close} />}
      {/* What is typed into the card form stays while the last page is shown. */}
      <div
        hidden={check !== undefined}
        className="grid grid-cols-[minmax(0,1fr)] gap-5 [&[hidden]]:hidden"
      >
        {order_id === undefined ? (
          <Overview user={user} item={item} form={form} onCheck={setCheck} />
        ) : (
          <ReturnedOrder order_id={order_id} onDone={showTalks} onNotDone={() => showOrder()} />
        )}
        <Link
          to="/$locale/stg"
          params={{ locale }}
          // Otherwise the settings would be called the current page, because their address is the same without the tab.
          activeOptions={{ exact: true }}
          className={buildButtonClass({
            variant: "text",
            alignsText: true,
            className: "justify-self-start",
          })}
        >
          {t("billing.back_to_settings")}
        </Link>
      </div>
    </ShellPage>
  );
}

/** After the browser's back button from the provider's page, a page that was kept shows the present state. */
function useComingBack(close: () => void): void {
  const client = useQueryClient();
  const refresh = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    close();
    void refreshBilling(client);
  });
  useEffect(() => {
    addEventListener("pageshow", refresh);
    return () => removeEventListener("pageshow", refresh);
  }, []);
}

/** Focuses the part from which the last page was opened when it is closed. */
function useFocusAfter(part: Check["kind"] | undefined): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (part === undefined && last.current) document.getElementById(last.current)?.focus();
    last.current = part;
  }, [part]);
}

interface ReturnedOrderProps {
  order_id: string;
  onDone: () => void;
  onNotDone: () => void;
}

function ReturnedOrder({ order_id, onDone, onNotDone }: ReturnedOrderProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  return (
    <PaymentResult
      order_id={order_id}
      onKnown={(result) => {
        if (result === "done") return onDone();
        toasts.showBar("warning", t("billing.result_not_done"), { topic: "payment" });
        void refreshBilling(client);
        onNotDone();
      }}
    />
  );
}

interface OverviewProps {
  user: CurrentUser;
  item: BillingItem;
  form: React.RefObject<CardFormHandle | null>;
  onCheck: (check: Check) => void;
}

function Overview({ user, item, form, onCheck }: OverviewProps) {
  const { t, locale } = useTexts();
  const state = useQuery(subscriptionQuery());
  const offer = useQuery(offerQuery("credit_card", locale));
  const saved = useQuery(creditCardQuery(locale));
  const heading = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const toasts = useToasts();
  if (!state.data || !offer.data || !saved.data) {
    const failed = [state, offer, saved].find(({ isError }) => isError) ?? state;
    return (
      <PlanCard item={item}>
        <LoadingStatePanel query={failed} title={t("billing.load_failed")}>
          {t("billing.load_failed_text")}
        </LoadingStatePanel>
      </PlanCard>
    );
  }
  const { subscription, pending_order_id } = state.data;
  const { settings } = offer.data;
  const { card } = saved.data;
  const canSubscribe = subscription === null && pending_order_id === null;
  return (
    <>
      <div ref={heading} tabIndex={-1} className="outline-none">
        <PlanCard item={item}>
          {subscription ? (
            <PlanState subscription={subscription} card={card} focusAfter={heading} />
          ) : (
            <Callout>{t("billing.free_text")}</Callout>
          )}
        </PlanCard>
      </div>
      {pending_order_id !== null && (
        <PaymentResult
          order_id={pending_order_id}
          onKnown={(result) => {
            const isDone = result === "done";
            toasts.showBar(
              isDone ? "success" : "warning",
              t(isDone ? "billing.result_done" : "billing.result_not_done"),
              { topic: "payment" },
            );
            void refreshBilling(client);
          }}
        />
      )}
      <CardPart
        form={form}
        settings={settings}
        card={card}
        canSubscribe={canSubscribe}
        isInUse={
          pending_order_id !== null ||
          (subscription?.payment_type === "credit_card" && subscription.cancelled_at === null)
        }
        onChosen={(chosen) => onCheck({ kind: "card", card: chosen })}
      />
      <CarrierPart
        isShown={canSubscribe && locale === "ja"}
        settings={settings}
        onChoose={(carrier) => onCheck({ kind: "carrier", carrier })}
      />
      <Section
        id="charges"
        icon={<ReceiptText size={20} />}
        title={t("billing.charges_title")}
        text={t("billing.charges_text")}
      >
        <ChargeList plan={item.name} payer={user.displaying_name || `@${user.account}`} />
      </Section>
    </>
  );
}

interface CarrierPartProps {
  isShown: boolean;
  settings: PaymentSettings;
  onChoose: (carrier: Carrier) => void;
}

/** Carriers bill in Japan only, so the Japanese page alone offers them. */
function CarrierPart({ isShown, settings, onChoose }: CarrierPartProps) {
  const { t } = useTexts();
  if (!isShown || listCarriers(settings).length === 0) return null;
  return (
    <Section
      id="carrier"
      icon={<Smartphone size={20} />}
      title={t("billing.carrier_title")}
      text={t("billing.carrier_text")}
    >
      <CarrierChoice settings={settings} onChoose={onChoose} />
    </Section>
  );
}
