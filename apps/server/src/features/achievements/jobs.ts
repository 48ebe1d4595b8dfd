import { publishCounts } from "#platform/events.ts";
import type { Job } from "#platform/jobs.ts";
import type { Services } from "#platform/services.ts";
import { earnAchievements } from "./commands.ts";
import { earnedBy } from "./policy.ts";
import { countsOf } from "./queries.ts";

/** Enqueued with an answer, and with the likes by which something is reached. */
export function earnAchievementsJob({ db, bus, secrets }: Services): Job {
  return {
    name: "earn_achievements",
    run: async ({ user_pk }) => {
      const pk = Number(user_pk);
      const counts = await countsOf(db, pk);
      if (!counts) return;
      const earned = await earnAchievements(db, pk, earnedBy(counts));
      if (earned.length > 0) publishCounts(bus, secrets.personKey(pk));
    },
  };
}
