import { type FetchQueryOptions, isServer, type QueryClient } from "@tanstack/react-query";

/**
 * Starts lists that have places of their own for waiting and for failing: a browser shows the page
 * at once, the server waits and renders it whole.
 */
export async function loadLists(
  client: QueryClient,
  // biome-ignore lint/suspicious/noExplicitAny: each list has a type of its own
  ...lists: FetchQueryOptions<any, any, any, any>[]
): Promise<void> {
  const loads = lists.map((list) => client.prefetchQuery(list));
  if (isServer) await Promise.all(loads);
}
