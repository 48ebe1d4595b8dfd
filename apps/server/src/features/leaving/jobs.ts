import { runEach } from "#platform/database/batches.ts";
import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import type { Payments } from "../billing/providers/payments.ts";
import { updateDependentCounts } from "./commands/dependent-counts.ts";
import { destroyLeftAccounts } from "./commands/destroy.ts";
import { eraseAccount, eraseUnfinishedAccounts } from "./commands/erase.ts";
import { deleteOldLeavers } from "./commands/leavers.ts";
import { eraseAccountJob, updateDependentCountsJob } from "./job-definitions.ts";

const destroyLeftAccountsJob = defineJob("destroy_left_accounts", {}, { cron: "27 * * * *" });
const deleteOldLeaversJob = defineJob("delete_old_leavers", {}, { cron: "57 18 * * *" });

export function createLeavingJobs(services: Services, payments: Payments | undefined): Job[] {
  return [
    handleJob(updateDependentCountsJob, ({ user_pk }) =>
      updateDependentCounts(services.db, user_pk),
    ),
    handleJob(eraseAccountJob, ({ user_pk }) => eraseAccount(services, payments, user_pk)),
    handleJob(destroyLeftAccountsJob, () =>
      runEach([
        () => destroyLeftAccounts(services, payments),
        () => eraseUnfinishedAccounts(services, payments),
      ]),
    ),
    handleJob(deleteOldLeaversJob, () => deleteOldLeavers(services)),
  ];
}
