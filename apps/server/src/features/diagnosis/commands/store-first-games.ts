import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { firstGames } from "../first-games.ts";

// Existing games stay unchanged, because staff may have edited them.
const insertFirstGames = statement(
  "diagnosis.insertFirst",
  `
  insert into diagnosis_games (uuid, titles, descriptions, position, is_shown, conditions, outcomes)
  select uuid, titles, descriptions, position, true, conditions, outcomes
  from jsonb_to_recordset(:games::jsonb) as given (uuid text, titles jsonb, descriptions jsonb, position integer,
    conditions jsonb, outcomes jsonb)
  on conflict (uuid) do nothing`,
);

/** Stores the games of a first install that are not stored yet. */
export async function storeFirstGames(db: Db): Promise<void> {
  const games = firstGames.map((game, index) => ({ ...game, position: index + 1 }));
  await insertFirstGames(db, { games: JSON.stringify(games) });
}
