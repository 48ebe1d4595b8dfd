import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { sendDecisionNotice, sendOutcomes } from "./commands/notices.ts";
import { sendDecisionNoticeJob, sendOutcomesJob } from "./job-definitions.ts";

export function createStaffJobs(services: Services): Job[] {
  return [
    handleJob(sendDecisionNoticeJob, ({ action_id, is_undone }) =>
      sendDecisionNotice(services, action_id, is_undone),
    ),
    handleJob(sendOutcomesJob, ({ action_id }) => sendOutcomes(services, action_id)),
  ];
}
