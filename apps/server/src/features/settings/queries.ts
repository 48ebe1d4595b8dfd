import type { Db } from "#platform/database/db.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { listItemPages } from "../answers/queries.ts";

/** Lists the paths, without the locale, of the cached pages that show these columns of an account. */
export async function listChangedPages(
  db: Db,
  user: SessionUser,
  columns: readonly string[],
): Promise<string[]> {
  const isShownOnItems = ["displaying_name", "card_theme", "icon_url"].some((column) =>
    columns.includes(column),
  );
  if (isShownOnItems) return listItemPages(db, user);
  return columns.includes("self_introduction") ? [`/${user.account}`] : [];
}
