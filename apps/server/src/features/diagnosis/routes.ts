import {
  getDiagnosisGame,
  getDiagnosisResult,
  listDiagnosisGames,
  playDiagnosisGame,
} from "@toibako/contract/diagnosis.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { play } from "./commands/play.ts";
import { canPlay } from "./policy/conditions.ts";
import {
  findGame,
  findOwnResult,
  findPlayer,
  findSharedResult,
  listGames,
  toGame,
} from "./queries.ts";

export const routes = [
  implement(listDiagnosisGames, async ({ services, locale }) => ({
    body: { games: await listGames(services.db, locale) },
  })),

  implement(getDiagnosisGame, async ({ services: { db }, viewer, params: { uuid }, locale }) => {
    const row = await findGame(db, uuid);
    if (!row) throw new Failure("not_found");
    const game = toGame(row, locale);
    const user_pk = viewer.user?.pk;
    const found = user_pk === undefined ? undefined : await findPlayer(db, user_pk);
    if (user_pk === undefined || !found)
      return { body: { game, can_play: true, own_result: null } };
    const { player, today } = found;
    const own_result = (await findOwnResult(db, { user_pk, uuid, today })) ?? null;
    return { body: { game, can_play: canPlay(row, player), own_result } };
  }),

  implement(playDiagnosisGame, async ({ services, viewer, params, locale }) => ({
    body: { result: await play(services.db, viewer.user.pk, params.uuid, locale) },
  })),

  implement(getDiagnosisResult, async ({ services, params: { uuid, id } }) => {
    const result = await findSharedResult(services.db, uuid, id);
    if (!result) throw new Failure("not_found");
    return { body: { result } };
  }),
];
