import { useQuery } from "@tanstack/react-query";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { GameLink } from "#features/games/components/game-link.tsx";
import { gamesQuery } from "#features/games/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";

/** Pictures from this one on are far down the page. */
const firstLazyPicture = 4;

/** All games that are shown, and the link to the games site's top page. */
export function GameList() {
  const { t } = useTexts();
  const query = useQuery(gamesQuery());
  if (!query.data) {
    return (
      <LoadingState query={query} skeleton="row" title={t("games.failed_title")}>
        {t("games.failed_text")}
      </LoadingState>
    );
  }
  const { games, site_url } = query.data;
  if (games.length === 0) {
    return (
      <EmptyState drawing={<EmptyInboxDrawing />} title={t("games.empty_title")}>
        {t("games.empty_text")}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid list-none grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        {games.map((game, index) => (
          <li key={game.uuid}>
            <GameLink game={game} heading={2} look="tile" isLazy={index >= firstLazyPicture} />
          </li>
        ))}
      </ul>
      {site_url && (
        <p className="mt-6 text-center">
          <a
            href={site_url}
            target="_blank"
            rel="noopener noreferrer"
            className={buildButtonClass({ variant: "outline" })}
          >
            {t("games.open_site")}
          </a>
        </p>
      )}
      <IdNotice />
    </>
  );
}

/** Says what the links of accounts contain; those of visitors have nothing of theirs. */
function IdNotice() {
  const { t } = useTexts();
  if (!useCurrentUser()) return null;
  return <p className="mt-4 text-center text-sm text-ink-2">{t("games.id_notice")}</p>;
}
