import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { afterQuery, defineObject, IdInput, PublicId } from "../../shapes.ts";
import { staffErrors } from "../console.ts";
import { buildTypedTexts, ReadVersion, StoredTexts, saveErrors } from "./content.ts";

/** The maximum numbers of characters. */
export const gameLimits = { titles: 40, descriptions: 140 } as const;

export const maxGamePriority = 1_000_000;

export const editedGamesPerPage = 50;

/** A game as admins edit it, in all languages. */
export const EditedGame = defineObject({
  uuid: PublicId,
  /** Its id on the games site. */
  path_id: Type.String(),
  titles: StoredTexts,
  descriptions: StoredTexts,
  image_url: Type.String(),
  priority: Type.Integer(),
  is_shown: Type.Boolean(),
  version: Type.Integer(),
});
export type EditedGame = Static<typeof EditedGame>;

/** A game in the list. */
const ListedGame = defineObject({
  uuid: PublicId,
  path_id: Type.String(),
  /** In the reader's language. */
  title: Type.String(),
  priority: Type.Integer(),
  is_shown: Type.Boolean(),
});

/** All games in the order in which they are shown, also those that are not. */
export const listEditedGames = defineEndpoint({
  name: "listEditedGames",
  summary: "Games, also those not shown",
  method: "GET",
  path: "/api/v2/adm/games",
  caller: "admin",
  query: defineObject(afterQuery),
  response: {
    200: defineObject({
      games: Type.Array(ListedGame),
      has_more: Type.Boolean(),
      /** The games site, without a trailing slash; null if none is configured, so that no game is shown. */
      games_url: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedGame = defineEndpoint({
  name: "getEditedGame",
  summary: "A game in all languages",
  method: "GET",
  path: "/api/v2/adm/games/:uuid",
  caller: "admin",
  params: defineObject({ uuid: IdInput }),
  response: { 200: defineObject({ game: EditedGame }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/** Saves a game; the client chooses the uuid of a new one. */
export const saveGame = defineEndpoint({
  name: "saveGame",
  summary: "Save a game",
  method: "PUT",
  path: "/api/v2/adm/games/:uuid",
  caller: "admin",
  params: defineObject({ uuid: PublicId }),
  body: defineObject({
    version: ReadVersion,
    path_id: Type.String({ maxLength: 1_000 }),
    titles: buildTypedTexts(gameLimits.titles),
    descriptions: buildTypedTexts(gameLimits.descriptions),
    /** The address of a stored picture with the shape of a game. */
    image_url: Type.String({ maxLength: 100 }),
    priority: Type.Integer({ minimum: 0, maximum: maxGamePriority }),
    is_shown: Type.Boolean(),
  }),
  response: { 200: defineObject({ game: EditedGame }) },
  errors: saveErrors,
  limits: limitCalls(120),
});
