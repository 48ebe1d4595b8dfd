import type { QueryClient } from "@tanstack/react-query";
import { getCalmMode, listHeldQuestions } from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { refreshAchievements } from "#features/achievements/queries.ts";
import { refreshNotices } from "#features/notices/queries/notices.ts";
import { sendingAnswerKey } from "#lib/cache/answer-lists.ts";

/** Refetches the lists that an event may have changed: received and held questions, notices and achievements. */
export function refreshLists(client: QueryClient) {
  const isSendingAnswer = client.isMutating({ mutationKey: sendingAnswerKey }) > 0;
  if (!isSendingAnswer) void client.invalidateQueries({ queryKey: [listReceivedItems.name] });
  refreshAchievements(client);
  void client.invalidateQueries({ queryKey: [listHeldQuestions.name] });
  // New questions may cause the suggestion to turn on calm mode.
  void client.invalidateQueries({ queryKey: [getCalmMode.name] });
  refreshNotices(client);
}
