import type { Settings } from "@toibako/contract/settings.ts";
import type { Db } from "#platform/database/db.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { findItemPages } from "../answers/queries.ts";

/** The paths, without the locale, of the cached pages that show what these settings changed. */
export async function findChangedPages(
  db: Db,
  user: SessionUser,
  { displaying_name, self_introduction, card_theme, avatar }: Settings,
): Promise<string[]> {
  if ([displaying_name, card_theme, avatar].every((field) => field === undefined)) {
    return self_introduction === undefined ? [] : [`/${user.account}`];
  }
  return findItemPages(db, user);
}
