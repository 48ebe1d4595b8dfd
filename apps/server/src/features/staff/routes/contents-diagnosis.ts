import {
  getEditedDiagnosisGame,
  listEditedDiagnosisGames as listEditedGamesEndpoint,
  previewDiagnosisGame,
  saveDiagnosisGame as saveGameEndpoint,
} from "@toibako/contract/staff/contents/diagnosis.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { preview, saveDiagnosisGame } from "../../diagnosis/commands/edit.ts";
import {
  findEditedDiagnosisGame,
  listEditedDiagnosisGames,
} from "../../diagnosis/queries/edited.ts";

export const diagnosisContentRoutes = [
  implement(listEditedGamesEndpoint, async ({ services, locale, query }) => ({
    body: await listEditedDiagnosisGames(services.db, locale, query.after),
  })),

  implement(getEditedDiagnosisGame, async ({ services, params }) => {
    const game = await findEditedDiagnosisGame(services.db, params.id);
    if (!game) throw new Failure("not_found");
    return { body: { game } };
  }),

  implement(saveGameEndpoint, async ({ services, viewer, params, body }) => ({
    body: { game: await saveDiagnosisGame(services, viewer.user.pk, params.id, body) },
  })),

  implement(previewDiagnosisGame, async ({ services, viewer, params, body }) => ({
    body: await preview(services.db, viewer.user.pk, params.locale, body),
  })),
];
