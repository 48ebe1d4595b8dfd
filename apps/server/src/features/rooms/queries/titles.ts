import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";

const selectTitles = statement(
  "rooms.selectTitles",
  `
  select conversations.uuid, rooms.birth_year, rooms.locale, rooms.texts
  from rooms join conversations on conversations.pk = rooms.conversation_pk
  where conversations.uuid = any(:uuids::text[])`,
);

/** The title of a room in a language, or else in the room's. */
function toTitle({ locale: ownLocale, texts }: Row<"rooms.selectTitles">, locale: Locale): string {
  const translated = texts as Partial<Record<Locale, { title: string }>> | null;
  return (translated?.[locale] ?? translated?.[ownLocale as Locale])?.title ?? "";
}

/** Finds the titles of rooms by their ids. */
export async function findRoomTitles(
  db: Db,
  uuids: string[],
  locale: Locale,
): Promise<Map<string, string>> {
  const rows = uuids.length > 0 ? await selectTitles(db, { uuids }) : [];
  return new Map(rows.map((row) => [row.uuid, toTitle(row, locale)]));
}
