import { useQuery } from "@tanstack/react-query";
import { unreadCountsQuery } from "#features/accounts/queries.ts";

const noCounts = { send_items: 0, received_items: 0, messages: 0, notices: 0 };

/** The counts that badges show; 0 until they are loaded, or if loading failed. */
export function useCounts(): typeof noCounts {
  return useQuery(unreadCountsQuery()).data ?? noCounts;
}
