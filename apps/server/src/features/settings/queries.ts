import type { Settings } from "@toibako/contract/settings.ts";
import type { Db } from "#platform/db.ts";
import type { SessionUser } from "#platform/viewer.ts";
import { findItemPages } from "../answers/queries.ts";

/** The kept pages that show what these settings changed, by their paths without the locale. */
export async function findPagesOf(
  db: Db,
  user: SessionUser,
  { displaying_name, self_introduction, card_theme }: Settings,
): Promise<string[]> {
  if (displaying_name === undefined && card_theme === undefined) {
    return self_introduction === undefined ? [] : [`/${user.account}`];
  }
  return findItemPages(db, user);
}
