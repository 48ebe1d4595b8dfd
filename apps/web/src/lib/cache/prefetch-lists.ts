import { type FetchQueryOptions, isServer, type QueryClient } from "@tanstack/react-query";

/**
 * Starts loading lists that show their own loading and error states. A browser shows the page at
 * once; the server waits, so that the rendered page contains the lists.
 */
export async function prefetchLists(
  client: QueryClient,
  // biome-ignore lint/suspicious/noExplicitAny: each list has its own type
  ...lists: FetchQueryOptions<any, any, any, any>[]
): Promise<void> {
  const loads = lists.map((list) => client.prefetchQuery(list));
  if (isServer) await Promise.all(loads);
}
