import type { Job } from "#platform/jobs.ts";
import type { Services } from "#platform/services.ts";
import { forgetNetworks } from "./commands.ts";

export function forgetNetworksDaily({ db }: Services): Job {
  return { name: "forget_networks", cron: "31 19 * * *", run: () => forgetNetworks(db) };
}
