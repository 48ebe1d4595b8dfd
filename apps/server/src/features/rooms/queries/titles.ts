import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { findRoomTitle } from "./rooms.ts";

const selectTitles = statement(
  "rooms.selectTitles",
  `
  select conversations.uuid, rooms.birth_year, rooms.year_number, rooms.locale, rooms.texts
  from rooms join conversations on conversations.pk = rooms.conversation_pk
  where conversations.uuid = any(:uuids::text[])`,
);

/** Finds the titles of rooms by their ids. */
export async function findRoomTitles(
  db: Db,
  uuids: string[],
  locale: Locale,
): Promise<Map<string, string>> {
  const rows = uuids.length > 0 ? await selectTitles(db, { uuids }) : [];
  return new Map(rows.map((row) => [row.uuid, findRoomTitle(row, locale)]));
}
