import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import type { Subscription } from "@toibako/contract/billing/subscriptions.ts";
import { requireSession } from "#features/accounts/queries.ts";
import { CancelButton } from "#features/billing/components/cancel-button.tsx";
import { SurveyForm } from "#features/billing/components/survey-form.tsx";
import { subscriptionQuery } from "#features/billing/queries.ts";
import { formatDay } from "#lib/i18n/format.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { openDocument } from "#widgets/billing/open-document.ts";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/stg_/payment_cancel/survey")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) =>
    queryClient.prefetchQuery({ ...subscriptionQuery(), staleTime: 0 }),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("billing.survey_title"), noindex: true }),
  component: CancelSurvey,
});

function CancelSurvey() {
  const { t } = useTexts();
  const query = useQuery(subscriptionQuery());
  const subscription = query.data?.subscription;
  return (
    <ShellPage title={t("billing.survey_title")} drawing={<NoAnswersDrawing />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {query.data ? (
          <Content subscription={subscription ?? null} />
        ) : (
          <LoadingState query={query} skeleton="row" title={t("billing.load_failed")}>
            {t("billing.load_failed_text")}
          </LoadingState>
        )}
        <PlanLink />
      </div>
    </ShellPage>
  );
}

function Content({ subscription }: { subscription: Subscription | null }) {
  const { t, locale } = useTexts();
  const navigate = Route.useNavigate();
  if (!subscription || subscription.cancelled_at !== null) {
    return <EmptyState title={t("billing.nothing_to_cancel")} />;
  }
  const { card_seq, ends_on } = subscription;
  const showCancelled = () => openDocument(`/${locale}/stg?tab=card&notice=cancel_completed`);
  return (
    <>
      <Callout>{t("billing.survey_lead", { day: formatDay(locale, ends_on) })}</Callout>
      <Card className="grid gap-4">
        <SurveyForm
          onCancelled={showCancelled}
          onLeave={() => void navigate({ to: "/$locale", params: { locale } })}
        />
        <div className="grid justify-items-center border-t border-line pt-4">
          <CancelButton
            card_seq={card_seq}
            ends_on={ends_on}
            kind="without_survey"
            onCancelled={showCancelled}
          />
        </div>
      </Card>
    </>
  );
}

function PlanLink() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/stg"
      params={{ locale }}
      search={{ tab: "card" }}
      className={buildButtonClass({
        variant: "text",
        alignsText: true,
        className: "justify-self-start",
      })}
    >
      {t("billing.back_to_plan")}
    </Link>
  );
}
