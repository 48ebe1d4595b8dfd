import { formatDay } from "#platform/dates.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";

const folder = "leavers";

/**
 * Stores that an account is destroyed, as the name of an empty file in a folder of the day. A file and not a row, because
 * a backup that is restored has older rows, but the operator still has the files.
 */
export async function rememberLeaver(
  { storage, secrets }: Pick<Services, "storage" | "secrets">,
  id: string,
): Promise<void> {
  const tag = secrets.deriveLeaverTag(id);
  await storage.write(`${folder}/${formatDay(new Date())}/${tag}`, Buffer.alloc(0));
}

/** Deletes the files of days before the oldest backup. */
export async function deleteOldLeavers({
  storage,
  config,
}: Pick<Services, "storage" | "config">): Promise<void> {
  const oldest = formatDay(new Date(Date.now() - (config.backup_days + 1) * millisecondsPerDay));
  for (const day of await storage.list(folder)) {
    if (day < oldest) await storage.removeAll(`${folder}/${day}`);
  }
}
