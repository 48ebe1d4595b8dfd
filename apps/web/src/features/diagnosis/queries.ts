import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getDiagnosisGame,
  getDiagnosisResult,
  listDiagnosisGames,
  playDiagnosisGame,
} from "@toibako/contract/diagnosis.ts";
import { api, send } from "#lib/http/client.ts";

/** The games that are shown, in the page's language. */
export const diagnosisGamesQuery = () => api.query(listDiagnosisGames);

export const diagnosisGameQuery = (uuid: string) =>
  api.query(getDiagnosisGame, { params: { uuid } });

/** A result that somebody has shared. */
export const sharedResultQuery = (uuid: string, id: string) => ({
  ...api.query(getDiagnosisResult, { params: { uuid, id } }),
  retry: false,
});

async function play(client: QueryClient, uuid: string): Promise<void> {
  const { result } = (await send(playDiagnosisGame, { params: { uuid } })).data;
  client.setQueryData(
    diagnosisGameQuery(uuid).queryKey,
    (game) => game && { ...game, own_result: result },
  );
}

/** Plays a game; the game then has the result of the day. */
export function usePlay(uuid: string) {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => play(client, uuid) });
}
