import {
  getEditedGame,
  listEditedGames as listEditedGamesEndpoint,
  saveGame as saveGameEndpoint,
} from "@toibako/contract/staff/contents/games.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { saveGame } from "../../games/commands.ts";
import { findEditedGame, listEditedGames } from "../../games/queries/edited.ts";

export const gameContentRoutes = [
  implement(listEditedGamesEndpoint, async ({ services, locale, query }) => ({
    body: {
      ...(await listEditedGames(services.db, locale, query.after)),
      games_url: services.config.games_url ?? null,
    },
  })),

  implement(getEditedGame, async ({ services, params }) => {
    const game = await findEditedGame(services.db, params.uuid);
    if (!game) throw new Failure("not_found");
    return { body: { game } };
  }),

  implement(saveGameEndpoint, async ({ services, viewer, params, body }) => ({
    body: { game: await saveGame(services, viewer.user.pk, params.uuid, body) },
  })),
];
