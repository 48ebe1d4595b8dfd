import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import { createMailer } from "#platform/mail/transport.ts";
import type { Services } from "#platform/services.ts";
import { enqueueDueDigests, sendDigest } from "./commands.ts";
import { sendDigestJob } from "./job-definitions.ts";

/** Hourly, because the mail goes out at `digestHour` of each time zone. */
const enqueueDigestsJob = defineJob("enqueue_digests", {}, { cron: "11 * * * *" });

/** Creates the jobs of the daily mail. Without a mail server they do nothing. */
export function createDigestJobs(services: Services): Job[] {
  const send = createMailer(services.config);
  return [
    handleJob(enqueueDigestsJob, async () => {
      if (send) await enqueueDueDigests(services, new Date());
    }),
    handleJob(sendDigestJob, async ({ sealed_recipient }, { id }) => {
      if (send) await sendDigest(services, send, { id, sealed_recipient });
    }),
  ];
}
