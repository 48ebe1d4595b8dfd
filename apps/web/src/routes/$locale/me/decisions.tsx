import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { requireSession } from "#features/accounts/queries.ts";
import { OwnDecisionCard } from "#features/moderation/components/own-decisions.tsx";
import { decisionsQuery } from "#features/moderation/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/me/decisions")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(decisionsQuery()),
  head: ({ params: { locale } }) =>
    buildPageHead({
      locale,
      title: getTexts(locale).t("moderation.decisions_title"),
      noindex: true,
    }),
  component: Decisions,
});

function Decisions() {
  const { t } = useTexts();
  const query = useQuery(decisionsQuery());
  const decisions = query.data?.decisions;
  return (
    <ShellPage title={t("moderation.decisions_title")} drawing={<NoAnswersDrawing />}>
      {!decisions && (
        <LoadingState query={query} skeleton="letter" title={t("moderation.decisions_failed")} />
      )}
      {decisions?.length === 0 && (
        <EmptyState drawing={<LetterArrivingDrawing />} title={t("moderation.decisions_empty")}>
          {t("moderation.decisions_empty_text")}
        </EmptyState>
      )}
      {decisions && decisions.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-ink-2">{t("moderation.decisions_lead")}</p>
          {decisions.map((decision) => (
            <OwnDecisionCard key={decision.id} decision={decision} />
          ))}
        </div>
      )}
    </ShellPage>
  );
}
