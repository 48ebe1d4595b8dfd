import { useQuery } from "@tanstack/react-query";
import { unreadCountsQuery } from "#features/accounts/queries.ts";

const none = { send_items: 0, received_items: 0, messages: 0, notices: 0 };

/** What the badges show; a count that could not be read is shown as none. */
export function useCounts(): typeof none {
  return useQuery(unreadCountsQuery()).data ?? none;
}
