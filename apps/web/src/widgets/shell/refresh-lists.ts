import type { QueryClient } from "@tanstack/react-query";
import { getCalmMode, listHeldQuestions } from "@toibako/contract/filters.ts";
import { refreshAchievements } from "#features/achievements/queries.ts";
import { refreshNotices } from "#features/notices/queries/notices.ts";
import { refreshRoomLists } from "#features/rooms/queries/lists.ts";
import { refreshTalks } from "#features/talks/queries.ts";
import { receivedLists, sendingAnswerKey } from "#lib/cache/answer-lists.ts";

/** Refetches what an event about a conversation, a talk or a room, may have changed. */
export function refreshConversations(client: QueryClient): void {
  refreshTalks(client);
  refreshRoomLists(client);
}

/**
 * Refetches the lists that an event may have changed: received and held questions, the counts of the home, notices,
 * achievements, talks and rooms.
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
  refreshConversations(client);
}
