import type { Locale } from "@toibako/contract/locales.ts";
import type { EditedDiagnosisGame } from "@toibako/contract/staff/contents/diagnosis.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

/** Maximum number of games that the list has. */
const maxListedGames = 1_000;

const selectListed = statement(
  "diagnosis.selectListed",
  `
  select uuid as id, titles ->> :locale as "title!", is_shown, jsonb_array_length(outcomes) as "outcomes_count!"
  from diagnosis_games order by position, uuid limit ${maxListedGames}`,
);

/** Lists all games for staff, with their titles in one language. */
export const listEditedDiagnosisGames = (db: Db, locale: Locale) => selectListed(db, { locale });

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
