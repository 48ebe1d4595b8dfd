import type { Locale } from "@toibako/contract/locales.ts";
import {
  type EditedDiagnosisGame,
  editedDiagnosisGamesPerPage,
} from "@toibako/contract/staff/contents/diagnosis.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const selectListed = statement(
  "diagnosis.selectListed",
  `
  select uuid as id, titles ->> :locale as "title!", is_shown, jsonb_array_length(outcomes) as "outcomes_count!"
  from diagnosis_games
  where :after?::text is null or (position, uuid) > (
    select last.position, last.uuid from diagnosis_games last where last.uuid = :after?
  )
  order by position, uuid limit ${editedDiagnosisGamesPerPage + 1}`,
);

/** Lists one page of all games for staff, with their titles in one language. */
export async function listEditedDiagnosisGames(db: Db, locale: Locale, after: string | undefined) {
  const rows = await selectListed(db, { locale, after: after ?? null });
  return {
    games: rows.slice(0, editedDiagnosisGamesPerPage),
    has_more: rows.length > editedDiagnosisGamesPerPage,
  };
}

const selectEdited = statement(
  "diagnosis.selectEdited",
  `
  select uuid as id, titles, descriptions, position, is_shown, conditions, outcomes, version from diagnosis_games
  where uuid = :id`,
);

export async function findEditedDiagnosisGame(
  db: Db,
  id: string,
): Promise<EditedDiagnosisGame | undefined> {
  return (await selectEdited(db, { id }))[0];
}
