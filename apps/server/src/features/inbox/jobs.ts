import type { Job } from "#platform/jobs.ts";
import type { Services } from "#platform/services.ts";
import { emptyBins } from "./commands.ts";

export function emptyBinsDaily({ db }: Services): Job {
  return { name: "empty_bins", cron: "11 19 * * *", run: () => emptyBins(db) };
}
