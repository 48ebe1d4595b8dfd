import type { QueryClient } from "@tanstack/react-query";
import { getCalmMode, listHeldQuestions } from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { refreshAchievements } from "#features/achievements/queries.ts";
import { refreshNotices } from "#features/notices/queries/notices.ts";

/**
 * Refetches what an event may have changed besides the counts: received and held questions, calm mode,
 * notices, achievements.
 */
export function refreshLists(client: QueryClient) {
  void client.invalidateQueries({ queryKey: [listReceivedItems.name] });
  refreshAchievements(client);
  void client.invalidateQueries({ queryKey: [listHeldQuestions.name] });
  // Whether calm mode is suggested depends on the questions that arrive.
  void client.invalidateQueries({ queryKey: [getCalmMode.name] });
  refreshNotices(client);
}
