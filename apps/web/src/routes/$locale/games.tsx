import { createFileRoute, notFound } from "@tanstack/react-router";
import { gamesQuery } from "#features/games/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { GameList } from "#widgets/games/game-list.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/games")({
  staticData: { isSameForVisitors: true },
  beforeLoad: ({ context: { site } }) => {
    if (!site.has_games) throw notFound();
  },
  loader: ({ context: { queryClient } }) => prefetchLists(queryClient, gamesQuery()),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.game") }),
  component: Games,
});

function Games() {
  const { t } = useTexts();
  return (
    <ShellPage title={t("shell.game")}>
      <p className="-mt-3 mb-5 text-ink-2">{t("games.lead")}</p>
      <GameList />
    </ShellPage>
  );
}
