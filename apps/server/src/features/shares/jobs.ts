import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import type { ProviderClients } from "../accounts/providers/client.ts";
import { postponeWeeklyPost, postToTwitter, takeDueWeeklyPost } from "./commands.ts";
import { composeBoxPost } from "./queries.ts";

// 0 to 12 h UTC is 9 to 21 h in Japan.
const makeWeeklyPostsJob = defineJob("recruit_weekly", {}, { cron: "23 0-12 * * *" });

/** Creates the job that makes weekly posts: at most once a week, and not at night in Asia. */
export function createWeeklyPostJob(services: Services, clients: ProviderClients): Job {
  const { db, config } = services;
  return handleJob(makeWeeklyPostsJob, async () => {
    if (!clients.twitter) return;
    let poster = await takeDueWeeklyPost(db, 0);
    while (poster) {
      const { pk, week } = poster;
      const text = composeBoxPost(config, poster, choosePostSubject(poster, week));
      const outcome = await postToTwitter(services, clients, pk, text);
      if (outcome === "unreachable") await postponeWeeklyPost(db, pk);
      poster = await takeDueWeeklyPost(db, pk);
    }
  });
}

/** Chooses what the weekly post asks for: questions or messages, in alternate calendar weeks if both are on. */
export function choosePostSubject(
  flags: { is_auto_recruit: boolean; is_auto_message_recruit: boolean },
  week: number,
): "questions" | "messages" {
  if (!flags.is_auto_message_recruit) return "questions";
  if (!flags.is_auto_recruit) return "messages";
  return week % 2 === 0 ? "questions" : "messages";
}
