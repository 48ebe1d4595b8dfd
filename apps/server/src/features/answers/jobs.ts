import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { answerSameStamps } from "./commands/answer.ts";
import { answerSameStampsJob } from "./job-definitions.ts";

export const createSameStampsJob = (services: Services): Job =>
  handleJob(answerSameStampsJob, ({ uuid_hash }) => answerSameStamps(services, uuid_hash));
