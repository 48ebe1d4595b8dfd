import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import type { ProviderClients } from "../accounts/providers/client.ts";
import { postponeRecruiter, postToTwitter, takeDueRecruiter } from "./commands.ts";
import { choosePostSubject } from "./policy.ts";
import { composeRecruitPost } from "./queries.ts";

const recruitWeeklyJob = defineJob("recruit_weekly", {}, { cron: "23 0-12 * * *" });

/** Creates the job that makes weekly posts: at most once a week, and not at night in Asia. */
export function createRecruitJob(services: Services, clients: ProviderClients): Job {
  const { db, config } = services;
  return handleJob(recruitWeeklyJob, async () => {
    if (!clients.twitter) return;
    let recruiter = await takeDueRecruiter(db, 0);
    while (recruiter) {
      const { pk, week } = recruiter;
      const text = composeRecruitPost(config, recruiter, choosePostSubject(recruiter, week));
      const outcome = await postToTwitter(services, clients, pk, text);
      if (outcome === "unreachable") await postponeRecruiter(db, pk);
      recruiter = await takeDueRecruiter(db, pk);
    }
  });
}
