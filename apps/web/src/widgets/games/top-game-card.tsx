import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GameLink } from "#features/games/components/game-link.tsx";
import { topGameQuery } from "#features/games/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { HomeCard, HomeLink } from "#widgets/home/home-card.tsx";

/** The first game, on an account's home. */
export function TopGameCard() {
  const { t, locale } = useTexts();
  const game = useQuery({ ...topGameQuery(), enabled: false }).data?.game;
  if (!game) return null;
  return (
    <HomeCard
      title={t("shell.game")}
      link={
        <HomeLink render={<Link to="/$locale/games" params={{ locale }} />}>
          {t("games.all")}
        </HomeLink>
      }
    >
      <GameLink game={game} heading={3} look="row" isLazy />
    </HomeCard>
  );
}
