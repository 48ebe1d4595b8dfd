import type { QueryClient } from "@tanstack/react-query";
import { getTopGame, listGames } from "@toibako/contract/games.ts";
import { noTexts } from "@toibako/contract/locales.ts";
import {
  type EditedGame,
  getEditedGame,
  listEditedGames,
  saveGame,
} from "@toibako/contract/staff/contents/games.ts";
import { api, send } from "#lib/http/client.ts";
import {
  type ContentValues,
  collectTexts,
  contentQuery,
  readNumber,
  refreshCalls,
  type StoredContent,
  spreadTexts,
} from "./content-values.ts";

export const editedGamesQuery = (after: string | undefined) =>
  api.query(listEditedGames, { query: after === undefined ? {} : { after } });

/** A game, or the first values of one that was not saved yet. */
export const editedGameQuery = (uuid: string) =>
  contentQuery(
    getEditedGame,
    uuid,
    async (client) =>
      toStoredGame((await api.read(client, getEditedGame, { params: { uuid } })).game),
    newGame,
  );

const toStoredGame = (game: EditedGame): StoredContent => ({
  version: game.version,
  values: {
    ...spreadTexts("titles", game.titles),
    ...spreadTexts("descriptions", game.descriptions),
    path_id: game.path_id,
    image_url: game.image_url,
    priority: String(game.priority),
    is_shown: String(game.is_shown),
  },
});

const newGame: ContentValues = {
  ...spreadTexts("titles", noTexts),
  ...spreadTexts("descriptions", noTexts),
  path_id: "",
  image_url: "",
  priority: "0",
  is_shown: "false",
};

export const saveGameOf = (uuid: string, version: number, values: ContentValues) =>
  send(saveGame, {
    params: { uuid },
    body: {
      version,
      titles: collectTexts("titles", values),
      descriptions: collectTexts("descriptions", values),
      path_id: values.path_id ?? "",
      image_url: values.image_url ?? "",
      priority: readNumber(values.priority),
      is_shown: values.is_shown === "true",
    },
  });

/** Reads again what a save has changed, or somebody else. */
export const refreshGames = (client: QueryClient) =>
  refreshCalls(client, [getEditedGame, listEditedGames, listGames, getTopGame]);
