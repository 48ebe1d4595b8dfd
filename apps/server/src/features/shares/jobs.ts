import type { Job } from "#platform/jobs.ts";
import type { Services } from "#platform/services.ts";
import type { Networks } from "../accounts/networks/open.ts";
import { giveBackRecruiter, postToTwitter, takeRecruiter } from "./commands.ts";
import { recruitedBy } from "./policy.ts";
import { postFor } from "./queries.ts";

/** Posts for those who want it, once a week at most and not at night where most of them live. */
export function recruitWeekly(services: Services, networks: Networks): Job {
  const { db, config } = services;
  return {
    name: "recruit_weekly",
    cron: "23 0-12 * * *",
    run: async () => {
      if (!networks.twitter) return;
      let recruiter = await takeRecruiter(db, 0);
      while (recruiter) {
        const { pk, week } = recruiter;
        const text = postFor(config, recruiter, recruitedBy(recruiter, week));
        const outcome = await postToTwitter(services, networks, pk, text);
        if (outcome === "unreachable") await giveBackRecruiter(db, pk);
        recruiter = await takeRecruiter(db, pk);
      }
    },
  };
}
