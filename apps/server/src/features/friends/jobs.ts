import { runWithoutTimeouts } from "#platform/database/db.ts";
import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import type { ProviderClients } from "../accounts/providers/client.ts";
import {
  copyFollowerPictures,
  deleteUnusedFollowerPictures,
} from "./commands/follower-pictures.ts";
import { importFollowers } from "./commands/import-followers.ts";
import { indexMissingNames, indexName } from "./commands/index-names.ts";
import { rankRecommendedAnswers } from "./commands/recommended-answers.ts";
import { resumeImports } from "./commands/start-import.ts";
import {
  copyFollowerPicturesJob,
  importFollowersJob,
  indexNameJob,
  sweepFollowerPicturesJob,
} from "./job-definitions.ts";

const rankRecommendedAnswersJob = defineJob(
  "rank_recommended_answers",
  {},
  { cron: "5-59/10 * * * *" },
);

const indexMissingNamesJob = defineJob("index_missing_names", {}, { cron: "37 * * * *" });

/** Creates the job that ranks the recommended answers every ten minutes. */
export function createRecommendationJob({ config, database }: Services): Job {
  return handleJob(rankRecommendedAnswersJob, () =>
    runWithoutTimeouts(config, database, rankRecommendedAnswers),
  );
}

const resumeImportsJob = defineJob("resume_imports", {}, { cron: "* * * * *" });

/** Creates the jobs that import followers on X and copy their pictures. */
export function createImportJobs(services: Services, clients: ProviderClients): Job[] {
  return [
    handleJob(importFollowersJob, (started) => importFollowers(services, clients, started)),
    handleJob(resumeImportsJob, () => resumeImports(services.db)),
    handleJob(copyFollowerPicturesJob, (started) =>
      copyFollowerPictures(services, clients, started),
    ),
    handleJob(sweepFollowerPicturesJob, ({ user_pk }) =>
      deleteUnusedFollowerPictures(services, user_pk),
    ),
  ];
}

/** Creates the jobs by which searches find accounts: one stores a changed name, one adds all missing names. */
export function createNameJobs({ config, database, db }: Services): Job[] {
  return [
    handleJob(indexNameJob, ({ user_pk }) => indexName(db, user_pk)),
    handleJob(indexMissingNamesJob, () => runWithoutTimeouts(config, database, indexMissingNames)),
  ];
}
