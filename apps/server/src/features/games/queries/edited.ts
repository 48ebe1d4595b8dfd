import type { Locale } from "@toibako/contract/locales.ts";
import { type EditedGame, editedGamesPerPage } from "@toibako/contract/staff/contents/games.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const columns = "uuid, path_id, titles, descriptions, image_url, priority, is_shown, version";

const selectGame = statement(
  "games.selectEdited",
  `select ${columns} from games where uuid = :uuid`,
);

export async function findEditedGame(db: Db, uuid: string): Promise<EditedGame | undefined> {
  return (await selectGame(db, { uuid }))[0];
}

const selectGames = statement(
  "games.selectListed",
  `
  select uuid, path_id, titles ->> :locale as "title!", priority, is_shown from games
  where :after?::text is null or (priority, uuid) < (
    select last.priority, last.uuid from games last where last.uuid = :after?
  )
  order by priority desc, uuid desc limit ${editedGamesPerPage + 1}`,
);

/** Lists one page of all games, the first by priority first, with their titles in one language. */
export async function listEditedGames(db: Db, locale: Locale, after: string | undefined) {
  const rows = await selectGames(db, { locale, after: after ?? null });
  return {
    games: rows.slice(0, editedGamesPerPage),
    has_more: rows.length > editedGamesPerPage,
  };
}
