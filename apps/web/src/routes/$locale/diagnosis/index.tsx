import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { GameList } from "#features/diagnosis/components/game-list.tsx";
import { diagnosisGamesQuery } from "#features/diagnosis/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/diagnosis/")({
  staticData: { isSameForVisitors: true },
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(diagnosisGamesQuery()),
  head: ({ params: { locale }, match }) => {
    const { t } = getTexts(locale);
    return buildPageHead({
      locale,
      title: t("diagnosis.title"),
      description: t("diagnosis.lead"),
      image: {
        url: `${match.context.public_url}/cards/site/${locale}.png`,
        alt: t("diagnosis.title"),
      },
    });
  },
  component: Games,
});

function Games() {
  const { t } = useTexts();
  const { games } = useSuspenseQuery(diagnosisGamesQuery()).data;
  return (
    <ShellPage title={t("diagnosis.title")}>
      {games.length === 0 ? (
        <EmptyState drawing={<EmptyInboxDrawing />} title={t("diagnosis.empty_title")}>
          {t("diagnosis.empty_text")}
        </EmptyState>
      ) : (
        <>
          <p className="-mt-3 mb-5 text-sm text-ink-2">{t("diagnosis.lead")}</p>
          <GameList games={games} />
        </>
      )}
    </ShellPage>
  );
}
