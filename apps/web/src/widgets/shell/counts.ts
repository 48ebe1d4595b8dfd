import { useQuery } from "@tanstack/react-query";
import type { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import { unreadCountsQuery } from "#features/accounts/queries.ts";

type Counts = Output<typeof getUnreadCounts>;

const noCounts: Counts = {
  send_items: 0,
  received_items: 0,
  messages: 0,
  newest_unread_room: null,
  notices: 0,
};

/** The counts that badges show; 0 until they are loaded, or if loading failed. */
export function useCounts(): Counts {
  return useQuery(unreadCountsQuery()).data ?? noCounts;
}
