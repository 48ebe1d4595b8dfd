import type { QueryClient } from "@tanstack/react-query";
import { removeFromHeldLists } from "#features/filters/queries/held.ts";
import { removeReportedItems } from "#features/inbox/queries.ts";
import type { RemovedItems } from "#features/moderation/queries.ts";

/** Removes reported questions from the cached lists of the inbox and of held questions. */
export function removeReported(client: QueryClient, removed: RemovedItems) {
  removeReportedItems(client, removed);
  // A repeated report names a question that was held like one of the inbox.
  removeFromHeldLists(client, [...removed.item_uuids, ...removed.held_item_uuids]);
}
