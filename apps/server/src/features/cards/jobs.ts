import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { type Cards, removeCards, removeProfileCards } from "./commands.ts";
import {
  deleteCardsJob,
  deleteProfileCardsJob,
  drawCardsJob,
  drawProfileJob,
} from "./job-definitions.ts";

export function createCardJobs({ storage }: Services, cards: Cards): Job[] {
  return [
    handleJob(drawCardsJob, async ({ uuid_hash }) => {
      for (const variant of ["wide", "answer"] as const) {
        await (await cards.findQuestionPicture({ uuid_hash }, "job", { variant }))?.getPng();
      }
    }),
    handleJob(drawProfileJob, async ({ account, locale }) => {
      await (await cards.findProfilePicture(account, locale))?.getPng();
    }),
    handleJob(deleteProfileCardsJob, ({ account }) => removeProfileCards(storage, account)),
    handleJob(deleteCardsJob, ({ uuid_hash }) => removeCards(storage, uuid_hash)),
  ];
}
