import type { Job } from "#platform/jobs.ts";
import type { Services } from "#platform/services.ts";
import { eraseOldAddresses, forgetDropped } from "./commands.ts";

/** Once a day: what of a question nobody needs any more. */
export function forgetSenders({ db }: Services): Job {
  return {
    name: "forget_senders",
    cron: "23 19 * * *",
    run: async () => {
      await forgetDropped(db);
      await eraseOldAddresses(db);
    },
  };
}
