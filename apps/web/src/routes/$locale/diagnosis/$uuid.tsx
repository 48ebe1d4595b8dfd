import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { OtherGames } from "#features/diagnosis/components/other-games.tsx";
import {
  diagnosisGameQuery,
  diagnosisGamesQuery,
  sharedResultQuery,
} from "#features/diagnosis/queries.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { throwNotFound } from "#lib/page/not-found.ts";
import { GameToPlay } from "#widgets/diagnosis/game-page.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

function validateResultSearch({ result }: Record<string, unknown>): { result?: string } {
  return typeof result === "string" && /^[\w-]{22}$/.test(result) ? { result } : {};
}

export const Route = createFileRoute("/$locale/diagnosis/$uuid")({
  staticData: { isSameForVisitors: true },
  validateSearch: validateResultSearch,
  loaderDeps: ({ search }) => ({ result: search.result }),
  loader: async ({ context: { queryClient }, params: { uuid }, deps: { result } }) => {
    // A result that no longer exists leaves the game alone.
    await Promise.all([
      queryClient.ensureQueryData(diagnosisGameQuery(uuid)).catch(throwNotFound),
      queryClient.prefetchQuery(diagnosisGamesQuery()),
      ...(result ? [queryClient.prefetchQuery(sharedResultQuery(uuid, result))] : []),
    ]);
  },
  head: ({ params: { locale, uuid }, match: { context, search } }) => {
    const { queryClient, public_url } = context;
    const { game } = queryClient.getQueryData(diagnosisGameQuery(uuid).queryKey) ?? {};
    if (!game) return {};
    const { title, description } = game;
    const { t } = getTexts(locale);
    const { result } =
      queryClient.getQueryData(sharedResultQuery(uuid, search.result ?? "").queryKey) ?? {};
    if (!result) {
      const image = { url: `${public_url}/cards/site/${locale}.png`, alt: title };
      return buildPageHead({ locale, title, description, image });
    }
    const alt = t("diagnosis.picture_alt", { title, result: result.share_body });
    return buildPageHead({
      locale,
      title,
      description: result.share_body,
      image: { url: public_url + result.image_url, alt },
      noindex: true,
    });
  },
  component: GamePage,
});

function GamePage() {
  const { uuid } = Route.useParams();
  const { result } = Route.useSearch();
  const { game } = useSuspenseQuery(diagnosisGameQuery(uuid)).data;
  return (
    <ShellPage title={game.title}>
      <GameToPlay key={uuid} uuid={uuid} result_id={result} />
      <OtherGames uuid={uuid} />
    </ShellPage>
  );
}
