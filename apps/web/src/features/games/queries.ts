import { getTopGame, listGames } from "@toibako/contract/games.ts";
import { api } from "#lib/http/client.ts";

/** The first game by priority. */
export const topGameQuery = () => api.query(getTopGame);

export const gamesQuery = () => api.query(listGames);
