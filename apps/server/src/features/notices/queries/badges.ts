import { navigationBadges } from "@toibako/contract/notices.ts";
import type { GivenBadge } from "@toibako/contract/staff/contents/badges.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const selectRuns = statement(
  "notices.selectBadgeRuns",
  `
  select keyword, given_at, given_count, reached_pk < last_pk as "is_running!", version from badge_runs
  where keyword = any(:keywords::text[])`,
);

/** Lists the badges of the navigation, and when each was last given by staff. */
export async function listGiven(db: Db): Promise<GivenBadge[]> {
  const runs = await selectRuns(db, { keywords: [...navigationBadges] });
  return navigationBadges.map((keyword) => {
    const run = runs.find((found) => found.keyword === keyword);
    return run
      ? { ...run, keyword, given_at: run.given_at.toISOString() }
      : { keyword, given_at: null, given_count: 0, is_running: false, version: newVersion };
  });
}
