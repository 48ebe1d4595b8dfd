import type { QueryClient } from "@tanstack/react-query";
import { getCalmMode, listHeldQuestions } from "@toibako/contract/filters.ts";
import { refreshAchievements } from "#features/achievements/queries.ts";
import { refreshNotices } from "#features/notices/queries/notices.ts";
import { refreshTalks } from "#features/talks/queries.ts";
import { receivedLists, sendingAnswerKey } from "#lib/cache/answer-lists.ts";

/** Refetches what an event about a conversation may have changed. */
export const refreshConversations = refreshTalks;

/**
 * Refetches the lists that an event may have changed: received and held questions, the counts of the home, notices,
 * achievements and talks.
 */
export function refreshLists(client: QueryClient) {
  const isSendingAnswer = client.isMutating({ mutationKey: sendingAnswerKey }) > 0;
  if (!isSendingAnswer) {
    for (const name of receivedLists) void client.invalidateQueries({ queryKey: [name] });
  }
  refreshAchievements(client);
  void client.invalidateQueries({ queryKey: [listHeldQuestions.name] });
  // New questions may cause the suggestion to turn on calm mode.
  void client.invalidateQueries({ queryKey: [getCalmMode.name] });
  refreshNotices(client);
  refreshTalks(client);
}
