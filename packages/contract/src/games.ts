import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, PublicId } from "./shapes.ts";

/** A game of the operator's games site, in the reader's language. */
export const Game = defineObject({
  uuid: PublicId,
  title: Type.String(),
  description: Type.String(),
  image_url: Type.String(),
  /** Its page on the games site. For accounts it ends in `?u=` and an id of the account that only that site gets. */
  url: Type.String(),
  /** The game with the largest one is the first. */
  priority: Type.Integer({ minimum: 0 }),
});
export type Game = Static<typeof Game>;

/** The top page of the games site, with `?u=` as `Game.url`; null if the operator has configured none. */
const SiteUrl = Type.Union([Type.String(), Type.Null()]);

/** The games that are shown, the first by priority first. Without a games site there are none. */
export const listGames = defineEndpoint({
  name: "listGames",
  summary: "Games of the games site",
  method: "GET",
  path: "/api/v2/games",
  caller: "anyone",
  response: { 200: defineObject({ games: Type.Array(Game), site_url: SiteUrl }) },
  errors: [],
  limits: limitCalls(120),
});

/** The first game by priority. */
export const getTopGame = defineEndpoint({
  name: "getTopGame",
  summary: "First game by priority",
  method: "GET",
  path: "/api/v2/games/top_priority",
  caller: "anyone",
  response: {
    200: defineObject({ game: Type.Union([Game, Type.Null()]), site_url: SiteUrl }),
  },
  errors: [],
  limits: limitCalls(120),
});
