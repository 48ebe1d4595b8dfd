import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { destroyLeftAccounts } from "./commands/destroy.ts";
import { eraseAccount, eraseUnfinished } from "./commands/erase.ts";
import { recountNeighbours } from "./commands/recount.ts";
import { destroyAccountJob, recountNeighboursJob } from "./job-definitions.ts";

const destroyLeftAccountsJob = defineJob("destroy_left_accounts", {}, { cron: "27 * * * *" });

/** Jobs that recount and delete what belongs to accounts whose owners have left. */
export function createLeavingJobs(services: Services): Job[] {
  return [
    handleJob(recountNeighboursJob, ({ user_pk }) => recountNeighbours(services.db, user_pk)),
    handleJob(destroyAccountJob, ({ user_pk }) => eraseAccount(services, user_pk)),
    handleJob(destroyLeftAccountsJob, async () => {
      await destroyLeftAccounts(services);
      await eraseUnfinished(services);
    }),
  ];
}
