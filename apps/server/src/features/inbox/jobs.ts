import { runEach } from "#platform/database/batches.ts";
import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { deleteEmptyQuestions } from "../answers/commands/delete.ts";
import { deleteCopies, deleteOldUnreadCopies } from "./commands/copies.ts";
import { sendDailyQuestions } from "./commands/daily-question.ts";
import { deleteOldBinned } from "./commands.ts";
import { deleteCopiesJob } from "./job-definitions.ts";

// 19:11 UTC is 4:11 in Japan.
const emptyBinsJob = defineJob("empty_bins", {}, { cron: "11 19 * * *" });

// 22:07 UTC is 7:07 in Japan.
const sendDailyQuestionsJob = defineJob("send_daily_questions", {}, { cron: "7 22 * * *" });

export function createInboxJobs(services: Services): Job[] {
  const { db } = services;
  return [
    handleJob(emptyBinsJob, () =>
      runEach([() => deleteOldBinned(db), () => deleteOldUnreadCopies(db)]),
    ),
    handleJob(deleteCopiesJob, async ({ uuid_hash }) => {
      await deleteCopies(services, uuid_hash);
      await deleteEmptyQuestions(db, [uuid_hash]);
    }),
    handleJob(sendDailyQuestionsJob, () => sendDailyQuestions(services)),
  ];
}
