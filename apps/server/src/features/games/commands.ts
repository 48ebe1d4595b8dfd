import type { Input } from "@toibako/contract/endpoint.ts";
import {
  type EditedGame,
  gameLimits,
  type saveGame as saveGameEndpoint,
} from "@toibako/contract/staff/contents/games.ts";
import { auditSql } from "#platform/database/audit.ts";
import { saveSql } from "#platform/database/save.ts";
import { statement } from "#platform/database/statement.ts";
import { createFieldFailure } from "#platform/http/failure.ts";
import { requireTexts } from "#platform/http/typed-text.ts";
import { requireSaved } from "#platform/http/version.ts";
import type { Services } from "#platform/services.ts";
import { requirePictures } from "../pictures/commands/content-pictures.ts";
import { findEditedGame } from "./queries/edited.ts";

const upsert = statement(
  "games.save",
  `
  with ${saveSql({
    table: "games",
    keys: ["uuid"],
    columns: ["path_id", "titles", "descriptions", "image_url", "priority", "is_shown"],
  })}, ${auditSql("game.save", "saved", {
    actor_pk: ":user_pk",
    object: "'game ' || uuid",
    reason: "case when is_shown then 'shown' else 'hidden' end",
  })}
  select uuid from saved`,
);

/** Saves a game. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveGame(
  { db, bus }: Pick<Services, "db" | "bus">,
  user_pk: number,
  uuid: string,
  { version, priority, is_shown, image_url, ...typed }: Input<typeof saveGameEndpoint>["body"],
): Promise<EditedGame> {
  const { titles, descriptions } = requireTexts(typed, gameLimits);
  const path_id = requirePathId(typed.path_id);
  await requirePictures(db, { image_url }, { image_url: "game" });
  const content = { path_id, titles, descriptions, image_url, priority, is_shown };
  const saved = await upsert(db, {
    ...content,
    uuid,
    user_pk,
    version,
    titles: JSON.stringify(titles),
    descriptions: JSON.stringify(descriptions),
  });
  const game = requireSaved(saved, await findEditedGame(db, uuid), version, content);
  bus.publish("all_pages", {});
  return game;
}

/** The id of a game is one segment of an address on another site, where it must not lead elsewhere. */
function requirePathId(typed: string): string {
  const path_id = typed.trim();
  if (/^[A-Za-z0-9_-]{1,64}$/.test(path_id)) return path_id;
  throw createFieldFailure("path_id", "game_path_invalid");
}
