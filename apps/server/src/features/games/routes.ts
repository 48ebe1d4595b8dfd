import { getTopGame, listGames } from "@toibako/contract/games.ts";
import { implement } from "#platform/http/endpoint.ts";
import { listShownGames, maxListedGames } from "./queries.ts";

export const routes = [
  implement(listGames, async ({ services, viewer, locale }) => ({
    body: await listShownGames(services, viewer, locale, maxListedGames),
  })),

  implement(getTopGame, async ({ services, viewer, locale }) => {
    const { games, site_url } = await listShownGames(services, viewer, locale, 1);
    return { body: { game: games[0] ?? null, site_url } };
  }),
];
